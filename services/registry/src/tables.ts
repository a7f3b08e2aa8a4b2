/** The registry's tables, as in `migrations/`. */
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { RevisionEntry } from '@site/contracts/revision';
import { bigint, doublePrecision, integer, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const registry = pgSchema('registry');
const time = (name: string) => timestamp(name, { withTimezone: true });

export const remotes = registry.table('remotes', {
  name: text().primaryKey(),
  team: text().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const releases = registry.table(
  'releases',
  {
    name: text().notNull(),
    version: text().notNull(),
    digest: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    descriptor: jsonb().$type<ReleaseDescriptor>().notNull(),
    publishedBy: text('published_by').notNull(),
    publishedAt: time('published_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

export const hashedFiles = registry.table(
  'hashed_files',
  { name: text().notNull(), path: text().notNull(), integrity: text().notNull() },
  (table) => [primaryKey({ columns: [table.name, table.path] })],
);

export const publications = registry.table(
  'publications',
  { name: text().notNull(), version: text().notNull(), digest: text().notNull(), expiresAt: time('expires_at').notNull() },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

export const revisions = registry.table(
  'revisions',
  {
    environment: text().notNull(),
    number: integer().notNull(),
    kind: text({ enum: ['promotion', 'rollback'] }).notNull(),
    copies: integer(),
    entries: jsonb().$type<Record<string, RevisionEntry>>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.number] })],
);

export const tokens = registry.table('tokens', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  sha256: text().notNull(),
  verbs: text().array().notNull(),
  remotes: text().array().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at'),
  revokedAt: time('revoked_at'),
  subject: text(),
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
