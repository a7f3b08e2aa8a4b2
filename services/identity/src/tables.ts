/** Tables of schema `identity`; `migrations/` creates them and says what they are for. */
import { bigint, boolean, integer, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const identity = pgSchema('identity');
const moment = (name: string) => timestamp(name, { withTimezone: true });

export const account = identity.table('account', {
  sub: uuid('sub').primaryKey(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  fullName: text('full_name').notNull(),
  phone: text('phone').notNull(),
  status: text('status', { enum: ['FORCE_CHANGE_PASSWORD', 'CONFIRMED'] }).notNull(),
  enabled: boolean('enabled').notNull().default(true),
  groups: text('groups').array().notNull().default([]),
  passwordHash: text('password_hash'),
  passwordExpiresAt: moment('password_expires_at'),
  totpSecret: text('totp_secret'),
  totpEnabled: boolean('totp_enabled').notNull().default(false),
  totpLastStep: bigint('totp_last_step', { mode: 'number' }).notNull().default(0),
  recoveryCodeHashes: text('recovery_code_hashes').array().notNull().default([]),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const federatedIdentity = identity.table(
  'federated_identity',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    sub: uuid('sub').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
);

const mailedCodes = (name: string) =>
  identity.table(name, {
    sub: uuid('sub').primaryKey(),
    codeHash: text('code_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
    attemptsLeft: integer('attempts_left').notNull(),
  });

export const resetCode = mailedCodes('reset_code');
export const enrolmentCode = mailedCodes('enrolment_code');

export const failedAttempts = identity.table('failed_attempts', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lockedUntil: moment('locked_until').notNull(),
  loggedLock: moment('logged_lock'),
  updatedAt: moment('updated_at').notNull(),
});

export const signIn = identity.table('sign_in', {
  uid: text('uid').primaryKey(),
  step: text('step', { enum: ['new-password', 'second-factor', 'enrolment', 'reset', 'finish', 'ended'] }).notNull(),
  sub: uuid('sub'),
  email: text('email'),
  methods: text('methods').array().notNull().default([]),
  expiresAt: moment('expires_at').notNull(),
});

export const passkey = identity.table('passkey', {
  id: text('id').primaryKey(),
  sub: uuid('sub').notNull(),
  name: text('name').notNull(),
  publicKey: text('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull().default([]),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
});

export const passkeyChallenge = identity.table('passkey_challenge', {
  binding: text('binding').primaryKey(),
  challenge: text('challenge').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const federatedFlow = identity.table('federated_flow', {
  state: text('state').primaryKey(),
  uid: text('uid').notNull(),
  provider: text('provider').notNull(),
  nonce: text('nonce'),
  codeVerifier: text('code_verifier'),
  expiresAt: moment('expires_at').notNull(),
});

export const oidcRecord = identity.table(
  'oidc_record',
  {
    model: text('model').notNull(),
    idHash: text('id_hash').notNull(),
    payload: jsonb('payload').notNull().$type<Record<string, unknown>>(),
    accountId: text('account_id'),
    grantId: text('grant_id'),
    uid: text('uid'),
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at'),
  },
  (table) => [primaryKey({ columns: [table.model, table.idHash] })],
);

export const session = identity.table('session', {
  id: text('id').primaryKey(),
  sub: uuid('sub').notNull(),
  device: text('device').notNull(),
  network: text('network').notNull(),
  beganAt: moment('began_at').notNull(),
  lastUsedAt: moment('last_used_at').notNull().defaultNow(),
});

export const sessionGrant = identity.table('session_grant', {
  grantId: text('grant_id').primaryKey(),
  sessionId: text('session_id').notNull(),
});

export const securityEvent = identity.table('security_event', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
  sub: uuid('sub'),
  kind: text('kind').notNull(),
  actor: text('actor').notNull(),
  network: text('network'),
  device: text('device'),
  detail: text('detail'),
});

export const emailChange = identity.table('email_change', {
  sub: uuid('sub').primaryKey(),
  email: text('email').notNull(),
  codeHash: text('code_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
  attemptsLeft: integer('attempts_left').notNull(),
});

export const signingKey = identity.table('signing_key', {
  kid: text('kid').primaryKey(),
  sealedJwk: text('sealed_jwk').notNull(),
  createdAt: moment('created_at').notNull(),
  signsFrom: moment('signs_from').notNull(),
});

export const localSecret = identity.table('local_secret', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  secret: text('secret').notNull(),
});

export type Account = typeof account.$inferSelect;
export type FederatedIdentity = typeof federatedIdentity.$inferSelect;
export type Passkey = typeof passkey.$inferSelect;
export type MailedCodes = ReturnType<typeof mailedCodes>;
export type Session = typeof session.$inferSelect;
export type SignIn = typeof signIn.$inferSelect;
