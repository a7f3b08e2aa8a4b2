/** What others can be told of by webhooks. The kinds are stable: `docs/runbooks/webhooks.md` lists them. */
import { EVENT_GROUPS, EVENT_KINDS, type EventKind, groupOf } from '@site/release-model/event-kinds';
import { z } from 'zod';

/** Sent when somebody asks for it, whatever the webhook has chosen. */
export const PING = 'webhook.ping';

/** What a webhook can choose: a kind, a group of them such as `plan.*`, or `*` for all. */
export const eventFilterSchema = z.enum(
  ['*', ...EVENT_GROUPS, ...EVENT_KINDS],
  'There is no such event: name kinds such as release.published, groups such as plan.*, or * for all',
);

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
