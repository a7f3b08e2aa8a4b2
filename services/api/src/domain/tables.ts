/** The tables of `migrations/`, for queries. */
import { boolean, integer, jsonb, pgSchema, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { MessageStatus } from '@site/contracts/api/desk';
import type { DeskAct } from '@site/contracts/api/desk-events';
import type { PlaybookRole } from '@site/contracts/api/playbooks';
import type { Goal, PersonalGoal, Visibility } from '@site/contracts/api/profile';

const api = pgSchema('api');
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** How often the desk has written the row, and of a demo, how often its player has too. */
const version = () => integer('version').notNull().default(1);
const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
/** Seeds and imports may choose ids of these. */
const openIdentity = () => integer('id').primaryKey().generatedByDefaultAsIdentity();

export const peerGroup = api.table('peer_group', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  isOpen: boolean('is_open').notNull().default(true),
  createdAt: moment('created_at').notNull().defaultNow(),
  version: version(),
});

export const member = api.table('member', {
  subject: text('subject').primaryKey(),
  email: text('email').notNull(),
  fullName: text('full_name').notNull(),
  location: text('location').notNull(),
  phone: text('phone').notNull(),
  peerGroupCode: text('peer_group_code').references(() => peerGroup.code),
  notifyOptIn: boolean('notify_opt_in').notNull().default(false),
  profileVisibility: text('profile_visibility').$type<Exclude<Visibility, 'public'>>().notNull().default('private'),
  goals: jsonb('goals').$type<Partial<Record<Goal, boolean>>>().notNull().default({}),
  goalsPersonal: jsonb('goals_personal').$type<Partial<Record<PersonalGoal, boolean>>>().notNull().default({}),
  tesseraRank: integer('tessera_rank').notNull().default(0),
  /** Unguessable first part of the names of the member's pictures. */
  photoKey: text('photo_key'),
  subscriptionUntil: moment('subscription_until'),
  unsubscribeToken: text('unsubscribe_token').notNull().unique(),
  deletionDueAt: moment('deletion_due_at'),
  joinedAt: moment('joined_at').notNull().defaultNow(),
  version: version(),
});

/** Pictures that no member shows and the store may have. */
export const unshownPhoto = api.table('unshown_photo', {
  key: text('key').primaryKey(),
  since: moment('since').notNull().defaultNow(),
});

export const erasedMember = api.table('erased_member', {
  subjectHash: text('subject_hash').primaryKey(),
  erasedAt: moment('erased_at').notNull().defaultNow(),
});

export const signup = api.table('signup', {
  id: identity(),
  email: text('email').notNull(),
  fullName: text('full_name').notNull(),
  phone: text('phone').notNull(),
  location: text('location').notNull(),
  code: text('code')
    .notNull()
    .references(() => peerGroup.code),
  receivedAt: moment('received_at').notNull().defaultNow(),
  /** The account that it made or met. */
  subject: text('subject'),
  outcome: text('outcome').$type<'created' | 'known'>(),
  attempts: integer('attempts').notNull().default(0),
  attemptAfter: moment('attempt_after').notNull().defaultNow(),
  /** When its person was here first. */
  arrivedAt: moment('arrived_at'),
});

export const consent = api.table(
  'consent',
  {
    signupId: integer('signup_id')
      .notNull()
      .references(() => signup.id, { onDelete: 'cascade' }),
    document: text('document').$type<'privacy' | 'terms'>().notNull(),
    version: text('version').notNull(),
    acceptedAt: moment('accepted_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.signupId, table.document] })],
);

export const contactMessage = api.table('contact_message', {
  id: identity(),
  goal: text('goal').notNull(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  message: text('message').notNull(),
  status: text('status').$type<MessageStatus>().notNull().default('new'),
  receivedAt: moment('received_at').notNull().defaultNow(),
  assignedTo: text('assigned_to'),
  version: version(),
});

export const spentBotToken = api.table('spent_bot_token', {
  hash: text('hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});

export const demoKind = api.table('demo_kind', {
  id: openIdentity(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  version: version(),
});

export const publicDemo = api.table('public_demo', {
  id: integer('id')
    .primaryKey()
    .references(() => demoKind.id, { onDelete: 'cascade' }),
  description2: text('description_2').notNull(),
  vertical: text('vertical').notNull(),
  status: text('status').notNull(),
  sponsored: boolean('sponsored').notNull(),
  isMetaDemo: boolean('is_meta_demo').notNull(),
  version: version(),
});

export const playerDemo = api.table('player_demo', {
  id: identity(),
  subject: text('subject')
    .notNull()
    .references(() => member.subject, { onDelete: 'cascade' }),
  demoKindId: integer('demo_kind_id')
    .notNull()
    .references(() => demoKind.id),
  url: text('url').notNull(),
  description: text('description').notNull(),
  endorsements: text('endorsements').array().notNull().default([]),
  createdAt: moment('created_at').notNull().defaultNow(),
  version: version(),
});

export const playbook = api.table('playbook', {
  id: openIdentity(),
  name: text('name').notNull(),
  description1: text('description_1').notNull(),
  description2: text('description_2').notNull(),
  description3: text('description_3').notNull(),
  minSize: integer('min_size').notNull(),
  maxSize: integer('max_size').notNull(),
  memberLevel: text('member_level').notNull(),
  needsSubscription: boolean('needs_subscription').notNull(),
  needsRank: boolean('needs_rank').notNull(),
  isListed: boolean('is_listed').notNull().default(true),
  version: version(),
});

export const playerPlaybook = api.table('player_playbook', {
  id: identity(),
  subject: text('subject')
    .notNull()
    .references(() => member.subject, { onDelete: 'cascade' }),
  playbookId: integer('playbook_id')
    .notNull()
    .references(() => playbook.id),
  role: text('role').$type<PlaybookRole>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const project = api.table('project', {
  id: openIdentity(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  url: text('url').notNull(),
  version: version(),
});

/** A mail to a peer group, until it is queued for all of its members. */
export const groupMail = api.table('group_mail', {
  id: identity(),
  code: text('code')
    .notNull()
    .references(() => peerGroup.code),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** Subject of the member for whom it was queued last, in the order of subjects. */
  queuedUntil: text('queued_until').notNull().default(''),
});

export const messageAnswer = api.table('message_answer', {
  id: identity(),
  messageId: integer('message_id')
    .notNull()
    .references(() => contactMessage.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  /** Subject of the member of staff. */
  actor: text('actor').notNull(),
  sentAt: moment('sent_at').notNull().defaultNow(),
});

export const deskEvent = api.table('desk_event', {
  id: identity(),
  at: moment('at').notNull().defaultNow(),
  actor: text('actor').notNull(),
  act: text('act').$type<DeskAct>().notNull(),
  target: text('target'),
  /** Subject of the member whom it is about. */
  member: text('member'),
  before: jsonb('before').$type<Record<string, unknown>>(),
  after: jsonb('after').$type<Record<string, unknown>>(),
});

export type MemberRow = typeof member.$inferSelect;
export type SignupRow = typeof signup.$inferSelect;
export type PlaybookRow = typeof playbook.$inferSelect;
