/** Playbooks: what is offered (`/draft/playbooks`, `/user/draft/playbooks`) and what a player follows (`/playbooks/player`). */
import * as z from 'zod/mini';
import { idSchema } from './text';

/** A playbook as one visitor or player may see it. A description is null where it is withheld from them. */
export const playbookSchema = z.object({
  id: idSchema,
  name: z.string(),
  description_1: z.nullable(z.string()),
  description_2: z.nullable(z.string()),
  description_3: z.nullable(z.string()),
  min_size: idSchema,
  max_size: idSchema,
  memberLevel: z.string(),
  /** Its content needs an active subscription that the reader does not have. */
  is_locked: z.boolean(),
  /** It waits for the evaluation of the reader's profile. Never true together with `is_locked`. */
  is_evaluating: z.boolean(),
});

export const playbooksSchema = z.array(playbookSchema);

export const playbookRoleSchema = z.enum(['produce', 'join']);

export const playerPlaybookSchema = z.object({ id: idSchema, playbook_id: idSchema, role: playbookRoleSchema });

export const playerPlaybooksSchema = z.object({
  playerPlaybooks: z.array(playerPlaybookSchema),
  /** Playbooks by id. */
  playbooksMap: z.record(z.string(), playbookSchema),
});

export const followSchema = z.object({ playbook_id: idSchema, role: playbookRoleSchema });
export const followUpdateSchema = z.object({ role: playbookRoleSchema });

export type Playbook = z.infer<typeof playbookSchema>;
export type PlaybookRole = z.infer<typeof playbookRoleSchema>;
export type PlayerPlaybook = z.infer<typeof playerPlaybookSchema>;
export type PlayerPlaybooks = z.infer<typeof playerPlaybooksSchema>;
export type Follow = z.infer<typeof followSchema>;
export type FollowUpdate = z.infer<typeof followUpdateSchema>;
