/** Members as the desk sees them, with their accounts, the sign-ups that wait for one, and the erasures that are due. */
import * as z from 'zod/mini';
import { playerDemoSchema } from './demos';
import { playbookRoleSchema } from './playbooks';
import { goalSchema, personalGoalSchema, visibilitySchema } from './profile';
import { codeSchema, idSchema, lineSchema, momentSchema } from './text';

/** How often the desk has written it, from 1. */
const version = z.int();

export const deskDemoSchema = z.extend(playerDemoSchema, { version });

export const memberSchema = z.object({
  /** Subject of the member's tokens. */
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  /** Code of the peer group. */
  code: z.nullable(z.string()),
  tessera_rank: z.int(),
  notify_opt_in: z.boolean(),
  subscription_until: z.nullable(momentSchema),
  deletion_due_at: z.nullable(momentSchema),
  demos: z.array(deskDemoSchema),
  version,
});

/** Locked: it needs a subscription that the member lacks. Evaluating: else, if it needs a rank and the member has none. */
export const playbookStateSchema = z.enum(['available', 'locked', 'evaluating']);

export const memberDetailsSchema = z.extend(memberSchema, {
  location: z.string(),
  phone: z.string(),
  joined_at: momentSchema,
  profile_visibility: visibilitySchema,
  goals: z.array(goalSchema),
  goals_personal: z.array(personalGoalSchema),
  /** Those that are listed, and those that the member follows. */
  playbooks: z.array(z.object({ id: idSchema, name: z.string(), state: playbookStateSchema, role: z.nullable(playbookRoleSchema) })),
});

const subject = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/, 'a member is named by the subject of the token'));

export const memberQuerySchema = z.object({
  /** Beginnings of words of a name or of an email address, or the beginning of an address. Of more than a thousand that match, a thousand are listed. */
  search: z.optional(lineSchema('Enter what to search for')),
  code: z.optional(codeSchema),
  /** `active`: until a moment to come; `ended`: until one that is over; `none`: there is none. */
  subscription: z.optional(z.enum(['active', 'ended', 'none'])),
  /** By email unless it is by rank, the highest first and those of one rank by email. */
  order: z.optional(z.enum(['email', 'rank'])),
  /** Id of the last member already seen. */
  after: z.optional(subject),
});

export const memberUpdateSchema = z.object({
  tessera_rank: z.int().check(z.nonnegative(), z.maximum(4)),
  /** End of the subscription, or null for none. */
  subscription_until: z.nullable(z.iso.datetime('Enter a whole date, or none')),
  /** Code of the peer group, or null for none. Left out, it stays as it is. */
  code: z.optional(z.nullable(codeSchema)),
});

export const memberParamsSchema = z.object({ id: subject });
export const endorsementsSchema = z.object({
  endorsements: z.array(lineSchema('Enter an endorsement', 80)).check(
    z.maxLength(20),
    z.refine((lines) => new Set(lines).size === lines.length, 'An endorsement is given once'),
  ),
});

const group = z.string('Enter a group').check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'A group has 1 to 64 letters, digits or dashes'));

/** The account with which a member signs in, at the identity provider. */
export const accountSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** Signed in with a password of their own, or invited and never here. */
  status: z.enum(['confirmed', 'invited']),
  enabled: z.boolean(),
  groups: z.array(z.string()),
  /** Changes with the account. */
  version: z.string(),
});
export const accountActSchema = z.enum(['disable', 'enable', 'reset-second-factor', 'invite']);
export const accountActParamsSchema = z.object({ id: subject, act: accountActSchema });
export const accountGroupsSchema = z.object({ groups: z.array(group).check(z.maxLength(20)) });

/** A sign-up whose person was not here yet. */
export const waitingSignupSchema = z.object({
  id: idSchema,
  /** Account that was made for it. Null while there is none: it is tried again by itself. */
  account: z.nullable(z.string()),
  full_name: z.string(),
  email: z.string(),
  code: z.string(),
  received_at: momentSchema,
  attempts: z.int(),
  next_attempt_at: momentSchema,
});

/** An account that its owner wants erased. */
export const erasureSchema = z.object({ id: z.string(), full_name: z.string(), email: z.string(), deletion_due_at: momentSchema });

/** Due next first; `after` is the id of the last one already seen. */
export const erasureQuerySchema = z.object({ after: z.optional(subject) });

/** Newest first; `before` is the id of the last sign-up already seen. */
export const waitingSignupQuerySchema = z.object({
  before: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, 'an id is a positive number'))),
});

export const membersSchema = z.array(memberSchema);
export const waitingSignupsSchema = z.array(waitingSignupSchema);
export const erasuresSchema = z.array(erasureSchema);

export type DeskDemo = z.infer<typeof deskDemoSchema>;
export type Member = z.infer<typeof memberSchema>;
export type MemberDetails = z.infer<typeof memberDetailsSchema>;
export type MemberQuery = z.infer<typeof memberQuerySchema>;
export type MemberUpdate = z.infer<typeof memberUpdateSchema>;
export type PlaybookState = z.infer<typeof playbookStateSchema>;
export type Account = z.infer<typeof accountSchema>;
export type AccountAct = z.infer<typeof accountActSchema>;
export type WaitingSignup = z.infer<typeof waitingSignupSchema>;
export type Erasure = z.infer<typeof erasureSchema>;
