import { changeSchema } from '@site/release-model/changes';
import { commandSchema } from '@site/release-model/commands';
import { z } from 'zod';

export const shownStateSchema = z.enum(['open', 'carried-out', 'rejected', 'withdrawn', 'stale', 'expired']);

export const proposalSchema = z.object({
  id: z.int(),
  environment: z.string(),
  state: shownStateSchema,
  command: commandSchema,
  reason: z.string(),
  /** What it would change, as it was when it was proposed. */
  changes: z.array(changeSchema),
  /** Number of the revision that it was decided on, 0 for none. */
  fromRevision: z.int(),
  proposedBy: z.string(),
  proposedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** How many approvals the rules ask for now. */
  approvalsNeeded: z.int(),
  approvals: z.array(z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string().nullable() })),
  /** Who carried it out with the last approval, rejected or withdrew it, or saw that it is stale; null while it is open. */
  closed: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
  /** Number of the revision that it became. */
  revision: z.int().nullable(),
});

export type ProposalInJson = z.output<typeof proposalSchema>;
