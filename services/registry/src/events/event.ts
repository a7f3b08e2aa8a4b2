/** What others can be told of by webhooks. The kinds are stable: `docs/runbooks/webhooks.md` lists them. */
import { z } from 'zod';

const EVENT_KINDS = [
  'release.published',
  'release.yanked',
  'release.restored',
  'release.collected',
  'revision.appended',
  'plan.created',
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

/** Sent when somebody asks for it, whatever the webhook has chosen. */
export const PING = 'webhook.ping';

const groupOf = (kind: string): string => `${kind.slice(0, kind.indexOf('.'))}.*`;

const GROUPS = [...new Set(EVENT_KINDS.map(groupOf))];

/** What a webhook can choose: a kind, a group of them such as `plan.*`, or `*` for all. */
export const eventFilterSchema = z.enum(['*', ...GROUPS, ...EVENT_KINDS]);

/** The filters that let a kind through. */
export const filtersOf = (kind: EventKind): string[] => ['*', groupOf(kind), kind];

export interface RegistryEvent {
  kind: EventKind;
  /** Null for what concerns all environments. */
  environment: string | null;
  /** Who did it, as in the audit. */
  actor: string;
  /** `name@version`, or names of parts, separated by blanks. */
  subject: string | null;
  reason: string | null;
  /** Set for a revision: its number, that of the one before, and what made it. */
  revision: { number: number; before: number | null; cause: string } | null;
  details: Record<string, unknown> | null;
}

/** The body of a message, by the scheme of Standard Webhooks. @param at When it happened. */
export const bodyOf = (kind: EventKind | typeof PING, at: Date, data: object): string =>
  JSON.stringify({ type: kind, timestamp: at.toISOString(), data });
