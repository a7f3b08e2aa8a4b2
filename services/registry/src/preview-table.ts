import { bigint, text, uuid } from 'drizzle-orm/pg-core';
import { registry, time } from './tables';

/** Links to previews and replays. What they show is in the links alone. */
export const previews = registry.table('previews', {
  id: uuid().primaryKey(),
  number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  environment: text().notNull(),
  kind: text({ enum: ['preview', 'replay'] }).notNull(),
  subject: text().notNull(),
  parts: text().array().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  reason: text(),
  revokedBy: text('revoked_by'),
  revokedAt: time('revoked_at'),
  revokedReason: text('revoked_reason'),
});
