/** What the audit has of plans. */
import type { Plan } from '@site/release-model/plan';
import type { ReleaseRef } from '@site/release-model/release-id';
import type { AuditEntry, PlanAction } from './audit.repository';

type OfSomebody = Pick<Plan, 'id' | 'releases'> & { environment: string; createdBy: string };

/** Who does what a plan does by itself. */
export const nameOf = ({ createdBy, id }: OfSomebody): string => `${createdBy} (plan ${id})`;

/** `name@version`, separated by blanks. */
export const subjectOf = (releases: Record<string, ReleaseRef>): string =>
  Object.entries(releases)
    .map(([name, { version }]) => `${name}@${version}`)
    .join(' ');

/** What becomes of a plan by itself. */
export const entryOf = (plan: OfSomebody, action: PlanAction, reason: string | null, more: object = {}): AuditEntry => ({
  ...{ actor: nameOf(plan), action, environment: plan.environment, subject: subjectOf(plan.releases), reason },
  details: { plan: plan.id, ...more },
});
