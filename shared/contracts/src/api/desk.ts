/**
 * The programme desk: what staff of the practice do, under `/desk`. Every call needs a bearer token of the group `staff`. What the desk writes has
 * a version; a write of what exists says `If-Match: "<version>"`, and is refused with 412 if somebody else has written since, with 428 without one.
 */
import * as z from 'zod/mini';
import { demoKindSchema, publicDemoSchema } from './demos';
import { projectSchema } from './projects';
import { codeSchema, idSchema, lineSchema, momentSchema, paragraphsSchema, webUrlSchema } from './text';

export const STAFF_GROUP = 'staff';

/** How often the desk has written it, from 1. */
const version = z.int();

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
  /** The member of staff who works on it: subject and name. */
  assigned_to: z.nullable(z.object({ id: z.string(), name: z.string() })),
  received_at: momentSchema,
  /** What was answered by mail, oldest first. */
  answers: z.array(z.object({ text: z.string(), by: z.string(), sent_at: momentSchema })),
  version,
});

/** Newest first; `before` is the id of the last message already seen. */
export const messageQuerySchema = z.object({
  status: z.optional(messageStatusSchema),
  before: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, 'an id is a positive number'))),
});
/** `assigned`: whether whoever calls works on it from now on, or nobody does. Left out, it stays as it is. */
export const messageUpdateSchema = z.object({ status: messageStatusSchema, assigned: z.optional(z.boolean()) });
/** A mail to the sender. The message counts as answered by it. */
export const messageAnswerSchema = z.object({ text: paragraphsSchema('Enter an answer', 20_000) });

export const peerGroupSchema = z.object({
  code: z.string(),
  name: z.string(),
  /** Whether the code can be used to sign up. */
  is_open: z.boolean(),
  /** Up to `MOST_COUNTED`. */
  members: z.int(),
  version,
});
export const peerGroupCreationSchema = z.object({ code: codeSchema, name });
export const peerGroupUpdateSchema = z.object({ name, is_open: z.boolean() });
/** By code; `after` is the code of the last group already seen. */
export const peerGroupQuerySchema = z.object({ after: z.optional(codeSchema) });
/** What is enough to choose a group. */
export const peerGroupNameSchema = z.pick(peerGroupSchema, { code: true, name: true });
export const codeParamsSchema = z.object({ code: codeSchema });

export const demoKindInputSchema = z.object({ name, description });
export const deskDemoKindSchema = z.extend(demoKindSchema, { is_public: z.boolean(), version });

/** How a demo kind is offered publicly. Name and description are those of its kind. */
export const publicDemoInputSchema = z.object({
  description_2: description,
  vertical: lineSchema('Enter a vertical', 80),
  status: lineSchema('Enter a status', 80),
  sponsored: z.boolean(),
  is_meta_demo: z.boolean(),
});
export const deskPublicDemoSchema = z.extend(publicDemoSchema, { version });
export const deskPublicDemosSchema = z.array(deskPublicDemoSchema);

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
export const deskPlaybookSchema = z.object({
  id: idSchema,
  ...playbookInputSchema.shape,
  /** Up to `MOST_COUNTED`. */ followers: z.int(),
  version,
});

export const deskProjectSchema = z.extend(projectSchema, { version });
export const projectInputSchema = z.object({ name, description, url: webUrlSchema });

/** A mail to the members of a peer group who have notifications on. */
export const groupMailSchema = z.object({
  code: codeSchema,
  subject: lineSchema('Enter a subject', 150),
  text: paragraphsSchema('Enter the text of the mail', 20_000),
});
export const groupMailAnswerSchema = z.object({ recipients: z.int() });
/** How many a mail would reach, and what one of them would read. The link that unsubscribes is nobody's. */
export const groupMailPreviewSchema = z.object({ recipients: z.int(), subject: z.string(), text: z.string() });

export const deskMessagesSchema = z.array(deskMessageSchema);
export const peerGroupsSchema = z.array(peerGroupSchema);
export const peerGroupNamesSchema = z.array(peerGroupNameSchema);
export const deskDemoKindsSchema = z.array(deskDemoKindSchema);
export const deskPlaybooksSchema = z.array(deskPlaybookSchema);
export const deskProjectsSchema = z.array(deskProjectSchema);

export type DeskMessage = z.infer<typeof deskMessageSchema>;
export type MessageStatus = z.infer<typeof messageStatusSchema>;
export type PeerGroup = z.infer<typeof peerGroupSchema>;
export type PeerGroupName = z.infer<typeof peerGroupNameSchema>;
export type MessageUpdate = z.infer<typeof messageUpdateSchema>;
export type DeskPublicDemo = z.infer<typeof deskPublicDemoSchema>;
export type DeskProject = z.infer<typeof deskProjectSchema>;
export type DeskDemoKind = z.infer<typeof deskDemoKindSchema>;
export type DemoKindInput = z.infer<typeof demoKindInputSchema>;
export type PublicDemoInput = z.infer<typeof publicDemoInputSchema>;
export type DeskPlaybook = z.infer<typeof deskPlaybookSchema>;
export type PlaybookInput = z.infer<typeof playbookInputSchema>;
export type ProjectInput = z.infer<typeof projectInputSchema>;
export type GroupMail = z.infer<typeof groupMailSchema>;
export type GroupMailPreview = z.infer<typeof groupMailPreviewSchema>;
