import type { Grant } from '@site/release-model/registry-answers';
import { namesText } from '../display/names';

export const ROLES = ['publisher', 'releaser', 'approver', 'admin', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** What each role lets its holder do. */
export const MEANINGS: Record<Role, string> = {
  publisher: 'publishes releases',
  releaser: 'promotes and rolls back',
  approver: 'approves what others propose',
  admin: 'manages tokens, grants and rules',
  viewer: 'sees what is not live',
};

/** `releaser of mf-elevate in staging` */
export const describeGrant = ({ role, parts, environments }: Pick<Grant, 'role' | 'parts' | 'environments'>): string =>
  `${role} of ${namesText(parts, 'all parts')} in ${namesText(environments, 'all environments')}`;
