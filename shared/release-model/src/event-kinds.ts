/** What webhooks can be told of. The kinds are stable: `docs/runbooks/webhooks.md` lists them. */
export const EVENT_KINDS = [
  'release.published',
  'release.yanked',
  'release.restored',
  'release.collected',
  'revision.appended',
  'plan.created',
  'plan.begun',
  'plan.held',
  'plan.paused',
  'plan.resumed',
  'plan.continued',
  'plan.done',
  'plan.aborted',
  'proposal.opened',
  'proposal.approved',
  'proposal.rejected',
  'proposal.withdrawn',
  'proposal.stale',
  'environment.created',
  'environment.removed',
  'environment.locked',
  'environment.unlocked',
  'environment.rules-changed',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** `plan.*` of `plan.done`. */
export const groupOf = (kind: string): string => `${kind.slice(0, kind.indexOf('.'))}.*`;

/** Each stands for all kinds of its group, also those to come. */
export const EVENT_GROUPS = [...new Set(EVENT_KINDS.map(groupOf))];
