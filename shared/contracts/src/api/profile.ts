/** A player's profile: `GET` and `PUT /user/profile`. */
import * as z from 'zod/mini';
import { momentSchema } from './text';

/** What a player takes part in: the tiers of Elevate and the ways to be found. */
export const GOALS = [
  { key: 'elevate-1', label: 'Player: demo your skills and get ranked among peers' },
  { key: 'elevate-2', label: 'Trainer: use your demos to train other groups' },
  { key: 'elevate-3', label: 'Spearhead. Coach: lead startup-style ideas' },
  { key: 'league', label: 'Qualify for or form a league or peer group' },
  { key: 'interviews', label: 'Interview with teams that value you' },
] as const;

/** What a player wants to gain personally. */
export const PERSONAL_GOALS = [
  { key: 'interview-practice', label: 'Practice interviews' },
  { key: 'peer-feedback', label: 'Get feedback and scores from peers' },
  { key: 'learn-craft', label: 'Learn the craft better by teaching it' },
  { key: 'find-team', label: 'Find a team that unites strengths' },
  { key: 'lead-idea', label: 'Lead an idea from a playbook' },
  { key: 'startup-experience', label: 'Gain startup experience' },
] as const;

export const goalSchema = z.enum(GOALS.map((goal) => goal.key));
export const personalGoalSchema = z.enum(PERSONAL_GOALS.map((goal) => goal.key));

export const visibilitySchema = z.enum(['public', 'sharable', 'private']);

export const VISIBILITIES = [
  { key: 'public', label: 'Public', selectable: false },
  { key: 'sharable', label: 'Sharable', selectable: true },
  { key: 'private', label: 'Only me', selectable: true },
] as const;

export const profileSchema = z.object({
  full_name: z.string(),
  location: z.string(),
  email: z.string(),
  /** Picture of 200 by 200 pixels, or null while there is none. */
  profile_photo_url: z.nullable(z.string()),
  /** The same picture at 400 by 400 pixels, for dense screens. */
  profile_photo_url_2x: z.nullable(z.string()),
  notify_opt_in: z.boolean(),
  profile_visibility: visibilitySchema,
  goals: z.record(goalSchema, z.boolean()),
  goals_personal: z.record(personalGoalSchema, z.boolean()),
  /** 0 while the evaluation is in progress, then the number of tesserae gained, up to 4. */
  tessera_rank: z.int().check(z.nonnegative(), z.maximum(4)),
  /** When the account will be erased, or null unless its owner asked for that. */
  deletion_due_at: z.nullable(momentSchema),
});

/** Visibility `public` is shown but cannot be chosen. A goal that is left out is not selected. */
export const profileUpdateSchema = z.object({
  notify_opt_in: z.boolean(),
  profile_visibility: z.enum(['sharable', 'private'], 'Choose sharable or private'),
  goals: z.partialRecord(goalSchema, z.boolean()),
  goals_personal: z.partialRecord(personalGoalSchema, z.boolean()),
});

export type Goal = z.infer<typeof goalSchema>;
export type PersonalGoal = z.infer<typeof personalGoalSchema>;
export type Visibility = z.infer<typeof visibilitySchema>;
export type Profile = z.infer<typeof profileSchema>;
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;
