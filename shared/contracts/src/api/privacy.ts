/** A player's own data: export, erasure, and the end of mails. */
import * as z from 'zod/mini';
import { playerDemoSchema } from './demos';
import { playerPlaybookSchema } from './playbooks';
import { profileSchema } from './profile';
import { momentSchema } from './text';

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
  messages: z.array(z.object({ goal: z.string(), name: z.string(), phone: z.string(), message: z.string(), received_at: momentSchema })),
});

/** The password may be left out within five minutes of signing in. */
export const deletionRequestSchema = z.object({ password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))) });

/** When the account will be erased, or null when that was called off. */
export const deletionSchema = z.object({ deletion_due_at: z.nullable(momentSchema) });

export type DataExport = z.infer<typeof dataExportSchema>;
export type DeletionRequest = z.infer<typeof deletionRequestSchema>;
export type Deletion = z.infer<typeof deletionSchema>;
