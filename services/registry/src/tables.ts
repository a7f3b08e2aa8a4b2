/** The registry's tables, as in `migrations/`. */
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Change } from '@site/release-model/changes';
import type { Command } from '@site/release-model/commands';
import type { EndedPlan } from '@site/release-model/ended-plans';
import type { Envelope } from '@site/release-model/envelope';
import type { Guard } from '@site/release-model/guard';
import type { EndedBy, LiveBefore, PlanState, ProposedPlan, Step } from '@site/release-model/plan';
import type { NamedRehearsal, RehearsalReport, RehearsalVerdict } from '@site/release-model/rehearsal';
import type { ReleaseRef } from '@site/release-model/release-id';
import type { Prospect } from '@site/release-model/prospects';
import type { Cause } from '@site/release-model/revision';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  json,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

export const registry = pgSchema('registry');
export const time = (name: string) => timestamp(name, { withTimezone: true });

export const remotes = registry.table('remotes', {
  name: text().primaryKey(),
  team: text().notNull(),
  prefixes: text().array(),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const releases = registry.table(
  'releases',
  {
    name: text().notNull(),
    version: text().notNull(),
    id: text().notNull(),
    contentDigest: text('content_digest').notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    descriptor: jsonb().$type<ReleaseDescriptor>().notNull(),
    publishedBy: text('published_by').notNull(),
    publishedAt: time('published_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

export const releaseEvents = registry.table('release_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  releaseId: text('release_id').notNull(),
  kind: text({ enum: ['yanked', 'restored', 'collected', 'republished'] }).notNull(),
  at: time('at').notNull().defaultNow(),
  actor: text().notNull(),
  reason: text(),
});

export const hashedFiles = registry.table(
  'hashed_files',
  { name: text().notNull(), path: text().notNull(), integrity: text().notNull() },
  (table) => [primaryKey({ columns: [table.name, table.path] })],
);

export const publications = registry.table(
  'publications',
  { name: text().notNull(), version: text().notNull(), releaseId: text('release_id').notNull(), expiresAt: time('expires_at').notNull() },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** Parts of which files are being removed. */
export const collections = registry.table('collections', { name: text().primaryKey(), expiresAt: time('expires_at').notNull() });

export const environments = registry.table('environments', {
  name: text().primaryKey(),
  lockedBy: text('locked_by'),
  lockedAt: time('locked_at'),
  lockReason: text('lock_reason'),
  rules: jsonb().$type<unknown>().notNull().default({}),
  rulesVersion: integer('rules_version').notNull().default(0),
});

export const revisions = registry.table(
  'revisions',
  {
    environment: text().notNull(),
    number: integer().notNull(),
    epoch: integer().notNull(),
    cause: text().$type<Cause>().notNull(),
    restores: integer(),
    fixes: boolean().notNull(),
    hash: text().notNull(),
    envelope: json().$type<Envelope>().notNull(),
    changes: jsonb().$type<Change[]>().notNull(),
    stable: jsonb().$type<Record<string, string>>().notNull(),
    candidates: jsonb().$type<Record<string, string>>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: time('created_at').notNull(),
    reason: text(),
    approvedBy: text('approved_by').array().notNull(),
    planId: integer('plan_id'),
    planStep: integer('plan_step'),
    rehearsal: jsonb().$type<NamedRehearsal>(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.number] })],
);

export const rehearsals = registry.table('rehearsals', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  environment: text().notNull(),
  releases: jsonb().$type<Record<string, ReleaseRef>>().notNull(),
  releasesKey: text('releases_key').notNull(),
  besideKey: text('beside_key').notNull(),
  revision: integer().notNull(),
  verdict: text().$type<RehearsalVerdict>().notNull(),
  report: jsonb().$type<RehearsalReport>().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: time('created_at').notNull(),
});

export const plans = registry.table('plans', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  environment: text().notNull(),
  releases: jsonb().$type<Record<string, ReleaseRef>>().notNull(),
  steps: jsonb().$type<Step[]>().notNull(),
  guard: jsonb().$type<Guard>(),
  liveBefore: jsonb('live_before').$type<Record<string, LiveBefore>>(),
  startsAt: time('starts_at').notNull(),
  reason: text(),
  createdBy: text('created_by').notNull(),
  /** How its maker came: with this token, or signed in to this account. */
  tokenId: uuid('token_id'),
  account: text(),
  createdAt: time('created_at').notNull(),
  approvedBy: text('approved_by').array().notNull().default([]),
  state: text().$type<PlanState>().notNull(),
  step: integer().notNull(),
  startedAt: time('started_at'),
  dueAt: time('due_at'),
  leftMs: bigint('left_ms', { mode: 'number' }),
  note: text(),
  endedBy: text('ended_by').$type<EndedBy>(),
  endedAt: time('ended_at'),
  version: integer().notNull().default(0),
  lookAt: time('look_at'),
  leasedUntil: time('leased_until'),
});

/** The last dry run of each environment that would change what visitors get. */
export const dryRuns = registry.table('dry_runs', {
  environment: text().primaryKey(),
  prospect: jsonb().$type<Prospect>().notNull(),
  at: time('at').notNull().defaultNow(),
});

export const edges = registry.table(
  'edges',
  {
    environment: text().notNull(),
    id: text().notNull(),
    epoch: integer().notNull(),
    number: integer().notNull(),
    hash: text().notNull(),
    pages: jsonb().$type<PageCounts>().notNull(),
    defects: jsonb().$type<string[]>().notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.id] })],
);

/** Pages that an edge renders ahead for what it serves. */
export interface PageCounts {
  planned: number;
  rendered: number;
  failed: number;
  /** Whether it has tried all of them. */
  done: boolean;
}

/**
 * What somebody may do: `publish` releases, `promote` them, `approve` what others propose, `serve` them as an edge, manage tokens and grants
 * (`admin`), or only `view` what is not live, which every other verb includes. A token to promote approves too.
 */
export const VERBS = ['publish', 'promote', 'approve', 'serve', 'admin', 'view'] as const;
export type Verb = (typeof VERBS)[number];

export const tokens = registry.table('tokens', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  sha256: text().notNull(),
  verbs: text().array().$type<Verb[]>().notNull(),
  /** Parts that it covers; `*` for all. */
  parts: text().array().notNull(),
  /** Environments that it covers; `*` for all. */
  environments: text().array().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at'),
  revokedAt: time('revoked_at'),
  /** Account of the holder, where a person holds it. */
  subject: text(),
  /** `2026-11-22` */
  lastUsedOn: date('last_used_on'),
});

/** People who sign in at the identity provider. */
export const people = registry.table('people', {
  /** Of their account. */
  subject: text().primaryKey(),
  /** Stands beside what they do; null until they have chosen it. */
  handle: text(),
  /** Of their newest access token, which was issued at `seenAt`. */
  groups: text().array().notNull().default([]),
  seenAt: time('seen_at'),
  /** Access tokens of before are worth nothing. */
  signedOutAt: time('signed_out_at'),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const teams = registry.table('teams', {
  name: text().primaryKey(),
  createdBy: text('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const teamMembers = registry.table(
  'team_members',
  {
    team: text().notNull(),
    subject: text().notNull(),
    addedBy: text('added_by').notNull(),
    addedAt: time('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.team, table.subject] })],
);

export const HOLDER_KINDS = ['group', 'team', 'person'] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];

export const ROLES = ['publisher', 'releaser', 'approver', 'admin', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const grants = registry.table('grants', {
  id: uuid().primaryKey().defaultRandom(),
  holderKind: text('holder_kind').$type<HolderKind>().notNull(),
  /** Name of the group or the team, or subject of the person's account. */
  holder: text().notNull(),
  role: text().$type<Role>().notNull(),
  /** `*` for all. */
  parts: text().array().notNull(),
  /** `*` for all. */
  environments: text().array().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at'),
  revokedAt: time('revoked_at'),
});

export const proposals = registry.table('proposals', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  environment: text().notNull(),
  command: jsonb().$type<Command>().notNull(),
  reason: text().notNull(),
  touches: text().array().notNull(),
  changes: jsonb().$type<Change[]>().notNull(),
  endsPlans: jsonb('ends_plans').$type<EndedPlan[]>().notNull().default([]),
  fromRevision: integer('from_revision').notNull(),
  state: text({ enum: ['open', 'carried-out', 'rejected', 'withdrawn', 'stale'] })
    .notNull()
    .default('open'),
  authorToken: uuid('author_token'),
  authorAccount: text('author_account'),
  author: text().notNull(),
  proposedBy: text('proposed_by').notNull(),
  proposedAt: time('proposed_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  closedBy: text('closed_by'),
  closedAt: time('closed_at'),
  closedReason: text('closed_reason'),
  revision: integer(),
  plan: jsonb().$type<ProposedPlan>(),
  planId: integer('plan_id'),
});

export const approvals = registry.table(
  'approvals',
  {
    proposal: bigint({ mode: 'number' }).notNull(),
    principal: text().notNull(),
    by: text().notNull(),
    at: time('at').notNull(),
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.proposal, table.principal] })],
);

export const webhooks = registry.table('webhooks', {
  name: text().primaryKey(),
  url: text().notNull(),
  /** `*` for all. */
  environments: text().array().notNull(),
  events: text().array().notNull(),
  secret: text().notNull(),
  previousSecret: text('previous_secret'),
  previousSecretUntil: time('previous_secret_until'),
  createdBy: text('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  lastDeliveredAt: time('last_delivered_at'),
  disabledAt: time('disabled_at'),
  disabledReason: text('disabled_reason'),
  leasedUntil: time('leased_until'),
});

export const webhookMessages = registry.table('webhook_messages', {
  number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  id: text().notNull(),
  webhook: text().notNull(),
  kind: text().notNull(),
  payload: text().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  attempts: integer().notNull().default(0),
  nextAttemptAt: time('next_attempt_at').defaultNow(),
  deliveredAt: time('delivered_at'),
});

export const webhookAttempts = registry.table('webhook_attempts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  message: bigint({ mode: 'number' }).notNull(),
  at: time('at').notNull(),
  durationMs: integer('duration_ms').notNull(),
  status: integer(),
  answer: text(),
  error: text(),
});

export const audit = registry.table('audit', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: time('at').notNull().defaultNow(),
  actor: text().notNull(),
  action: text().notNull(),
  environment: text(),
  subject: text(),
  fromRevision: integer('from_revision'),
  toRevision: integer('to_revision'),
  reason: text(),
  details: jsonb().$type<Record<string, unknown>>(),
});

export const beaconCounts = registry.table(
  'beacon_counts',
  {
    name: text().notNull(),
    version: text().notNull(),
    kind: text().notNull(),
    hour: time('hour').notNull(),
    count: integer().notNull(),
    total: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version, table.kind, table.hour] })],
);

export const beaconMessages = registry.table('beacon_messages', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: time('at').notNull().defaultNow(),
  name: text().notNull(),
  version: text().notNull(),
  kind: text().notNull(),
  revision: integer().notNull(),
  route: text(),
  message: text(),
});

export const healthMinutes = registry.table(
  'health_minutes',
  {
    environment: text().notNull(),
    minute: time('minute').notNull(),
    part: text().notNull(),
    releaseId: text('release_id').notNull(),
    cohort: text().notNull(),
    documents: integer().notNull(),
    failures: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.minute, table.part, table.releaseId, table.cohort] })],
);

export const healthBatches = registry.table(
  'health_batches',
  { environment: text().notNull(), id: uuid().notNull(), at: time('at').notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.environment, table.id] })],
);

export const failedDocuments = registry.table(
  'failed_documents',
  { environment: text().notNull(), document: text().notNull(), part: text().notNull(), at: time('at').notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.environment, table.document, table.part] })],
);
