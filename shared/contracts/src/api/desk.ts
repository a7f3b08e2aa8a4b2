/** The programme desk: what staff of the practice do, under `/desk`. Every call needs a bearer token of the group `staff`. */
import * as z from 'zod/mini';
import { demoKindSchema, playerDemoSchema, publicDemoSchema } from './demos';
import { projectSchema } from './projects';
import { codeSchema, idSchema, lineSchema, momentSchema, paragraphsSchema, webUrlSchema } from './text';

export const STAFF_GROUP = 'staff';

const name = lineSchema('Enter a name');
const description = paragraphsSchema('Enter a description', 5000);

export const messageStatusSchema = z.enum(['new', 'in-progress', 'answered', 'closed']);

export const deskMessageSchema = z.object({
  id: idSchema,
  goal: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
  status: messageStatusSchema,
  received_at: momentSchema,
});

/** Newest first; `before` is the id of the last message already seen. */
export const messageQuerySchema = z.object({
  status: z.optional(messageStatusSchema),
  before: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, 'an id is a positive number'))),
});
export const messageUpdateSchema = z.object({ status: messageStatusSchema });

export const peerGroupSchema = z.object({
  code: z.string(),
  name: z.string(),
  /** Whether the code can be used to sign up. */
  is_open: z.boolean(),
  members: z.int(),
});
export const peerGroupCreationSchema = z.object({ code: codeSchema, name });
export const peerGroupUpdateSchema = z.object({ name, is_open: z.boolean() });
export const codeParamsSchema = z.object({ code: codeSchema });

export const memberSchema = z.object({
  /** Subject of the member's tokens. */
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  code: z.nullable(z.string()),
  tessera_rank: z.int(),
  notify_opt_in: z.boolean(),
  subscription_until: z.nullable(momentSchema),
  deletion_due_at: z.nullable(momentSchema),
  demos: z.array(playerDemoSchema),
});
export const memberQuerySchema = z.object({
  /** Part of a name or of an email address. */
  search: z.optional(lineSchema('Enter what to search for')),
  code: z.optional(codeSchema),
  /** Email of the last member already seen. */
  after: z.optional(lineSchema('Enter an email', 254)),
});
export const memberUpdateSchema = z.object({
  tessera_rank: z.int().check(z.nonnegative(), z.maximum(4)),
  /** End of the subscription, or null for none. */
  subscription_until: z.nullable(momentSchema),
});
const subject = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/, 'a member is named by the subject of the token'));
export const memberParamsSchema = z.object({ id: subject });
export const endorsementsSchema = z.object({ endorsements: z.array(lineSchema('Enter an endorsement', 80)).check(z.maxLength(20)) });

export const demoKindInputSchema = z.object({ name, description });
export const deskDemoKindSchema = z.extend(demoKindSchema, { is_public: z.boolean() });

/** How a demo kind is offered publicly. Name and description are those of its kind. */
export const publicDemoInputSchema = z.object({
  description_2: description,
  vertical: lineSchema('Enter a vertical', 80),
  status: lineSchema('Enter a status', 80),
  sponsored: z.boolean(),
  is_meta_demo: z.boolean(),
});
export const deskPublicDemosSchema = z.array(publicDemoSchema);

export const playbookInputSchema = z
  .object({
    name,
    description_1: description,
    description_2: description,
    description_3: description,
    min_size: z.int().check(z.minimum(1), z.maximum(1000)),
    max_size: z.int().check(z.minimum(1), z.maximum(1000)),
    memberLevel: lineSchema('Enter a member level', 80),
    /** Readable in full with an active subscription only. */
    needs_subscription: z.boolean(),
    /** Waits for the evaluation of a player's profile. */
    needs_rank: z.boolean(),
    /** Whether it is listed. Who follows a playbook keeps it when it is withdrawn. */
    is_listed: z.boolean(),
  })
  .check(
    z.refine((playbook) => playbook.min_size <= playbook.max_size, {
      message: 'The largest size is below the smallest',
      path: ['max_size'],
    }),
  );
export const deskPlaybookSchema = z.object({ id: idSchema, ...playbookInputSchema.shape, followers: z.int() });

export const projectInputSchema = z.object({ name, description, url: webUrlSchema });

/** A mail to the members of a peer group who have notifications on. */
export const groupMailSchema = z.object({
  code: codeSchema,
  subject: lineSchema('Enter a subject', 150),
  text: paragraphsSchema('Enter the text of the mail', 20_000),
});
export const groupMailAnswerSchema = z.object({ recipients: z.int() });

export const deskMessagesSchema = z.array(deskMessageSchema);
export const peerGroupsSchema = z.array(peerGroupSchema);
export const membersSchema = z.array(memberSchema);
export const deskDemoKindsSchema = z.array(deskDemoKindSchema);
export const deskPlaybooksSchema = z.array(deskPlaybookSchema);
export const deskProjectsSchema = z.array(projectSchema);

export type DeskMessage = z.infer<typeof deskMessageSchema>;
export type MessageStatus = z.infer<typeof messageStatusSchema>;
export type PeerGroup = z.infer<typeof peerGroupSchema>;
export type Member = z.infer<typeof memberSchema>;
export type MemberUpdate = z.infer<typeof memberUpdateSchema>;
export type DeskDemoKind = z.infer<typeof deskDemoKindSchema>;
export type DemoKindInput = z.infer<typeof demoKindInputSchema>;
export type PublicDemoInput = z.infer<typeof publicDemoInputSchema>;
export type DeskPlaybook = z.infer<typeof deskPlaybookSchema>;
export type PlaybookInput = z.infer<typeof playbookInputSchema>;
export type ProjectInput = z.infer<typeof projectInputSchema>;
export type GroupMail = z.infer<typeof groupMailSchema>;
