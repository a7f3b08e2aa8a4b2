/** Proposal: a command that waits for the approval of others, as the registry answers it. */
import * as z from 'zod/mini';
import { changeSchema } from './changes';
import { commandSchema } from './commands';
import { endedPlanSchema } from './ended-plans';
import { proposedPlanSchema } from './plan';

/** `expired`: nobody closed it, and its time is over. */
export const proposalStateSchema = z.enum(['open', 'carried-out', 'rejected', 'withdrawn', 'stale', 'expired']);

const decisionSchema = z.object({ by: z.string(), at: z.iso.datetime(), reason: z.nullable(z.string()) });

export const proposalSchema = z.object({
  id: z.int(),
  environment: z.string(),
  state: proposalStateSchema,
  /** Of a plan: what it leads to. */
  command: commandSchema,
  reason: z.string(),
  /** What it would change, as it was when it was proposed. */
  changes: z.array(changeSchema),
  /** Plans that it would end, as it was when it was proposed; once it is carried out, those that it ended. */
  endsPlans: z._default(z.array(endedPlanSchema), []),
  /** Number of the revision that it was decided on, 0 for none. */
  fromRevision: z.int(),
  proposedBy: z.string(),
  proposedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** How many approvals the rules ask for now. */
  approvalsNeeded: z.int(),
  approvals: z.array(decisionSchema),
  /** Who carried it out with the last approval, rejected or withdrew it, or saw that it is stale; null while it is open. */
  closed: z.nullable(decisionSchema),
  /** Number of the revision that it became. */
  revision: z.nullable(z.int()),
  /** The plan by which the command is reached, and its number once it is made; null for the command at once. */
  plan: z._default(z.nullable(z.object({ ...proposedPlanSchema.shape, id: z.nullable(z.int()) })), null),
});

export type ProposalState = z.infer<typeof proposalStateSchema>;
export type ProposalInJson = z.output<typeof proposalSchema>;
