import type { AppError } from '@site/platform/errors';
import { registryError } from './errors';

export const TEAM_NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/i;

/** Says how the team is made, where a team may have this name. */
export const teamNotFound = (name: string): AppError =>
  registryError('team-not-found', {
    message: `There is no team named ${name}.${TEAM_NAME.test(name) ? ` It is made with: npx release team create ${name}` : ''}`,
  });
