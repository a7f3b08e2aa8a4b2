/** A player's own data: export, erasure, and the end of mails. */
import * as z from 'zod/mini';
import { playerDemoSchema } from './demos';
import { playerPlaybookSchema } from './playbooks';
import { profileSchema } from './profile';
import { momentSchema } from './text';

const valuesSchema = z.record(z.string(), z.unknown());
const nullable = z.nullable(z.string());

/** What the identity provider keeps about an account, without what is secret. */
export const accountRecordsSchema = z.object({
  email_verified: z.boolean(),
  status: z.string(),
  enabled: z.boolean(),
  groups: z.array(z.string()),
  has_password: z.boolean(),
  has_authenticator_app: z.boolean(),
  /** Recovery codes that were not used yet. */
  recovery_codes_left: z.number(),
  created_at: momentSchema,
  updated_at: momentSchema,
  /** An address that waits for its code. */
  new_email: nullable,
  providers: z.array(z.object({ provider: z.string(), subject: z.string(), linked_at: momentSchema })),
  passkeys: z.array(z.object({ name: z.string(), created_at: momentSchema, last_used_at: z.nullable(momentSchema) })),
  sign_ins: z.array(z.object({ device: z.string(), network: z.string(), began_at: momentSchema, last_used_at: momentSchema })),
  /** The security log, latest first. */
  security_events: z.array(
    z.object({ at: momentSchema, kind: z.string(), actor: z.string(), network: nullable, device: nullable, detail: nullable }),
  ),
});

/** Everything that is kept about a player, as `GET /user/export` answers it. */
export const dataExportSchema = z.object({
  exported_at: momentSchema,
  profile: z.extend(profileSchema, { phone: z.string(), subscription_until: z.nullable(momentSchema), joined_at: momentSchema }),
  signups: z.array(
    z.object({
      full_name: z.string(),
      email: z.string(),
      phone: z.string(),
      location: z.string(),
      code: z.string(),
      received_at: momentSchema,
    }),
  ),
  consents: z.array(z.object({ document: z.string(), version: z.string(), accepted_at: momentSchema })),
  demos: z.array(playerDemoSchema),
  playbooks: z.array(playerPlaybookSchema),
  messages: z.array(
    z.object({
      goal: z.string(),
      name: z.string(),
      phone: z.string(),
      message: z.string(),
      status: z.string(),
      received_at: momentSchema,
      answers: z.array(z.object({ text: z.string(), sent_at: momentSchema })),
    }),
  ),
  /** What the desk changed about the player, before and after. */
  changes_by_staff: z.array(
    z.object({ at: momentSchema, act: z.string(), before: z.nullable(valuesSchema), after: z.nullable(valuesSchema) }),
  ),
  /** Mails that have not gone out yet. */
  waiting_mails: z.array(z.object({ subject: z.string(), queued_at: momentSchema })),
  /** Null where the identity provider is not ours: Amazon Cognito keeps these by itself. */
  account: z.nullable(accountRecordsSchema),
});

/** The password may be left out within five minutes of signing in. */
export const deletionRequestSchema = z.object({ password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))) });

/** When the account will be erased, or null when that was called off. */
export const deletionSchema = z.object({ deletion_due_at: z.nullable(momentSchema) });

export type AccountRecords = z.infer<typeof accountRecordsSchema>;
export type DataExport = z.infer<typeof dataExportSchema>;
export type DeletionRequest = z.infer<typeof deletionRequestSchema>;
export type Deletion = z.infer<typeof deletionSchema>;
