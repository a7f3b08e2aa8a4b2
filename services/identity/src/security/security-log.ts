/** The security log: what happened to an account or in its name, by whom, from where, and when. Never a secret, never what somebody typed. */
import type { Db } from '@site/platform/database';
import { keptSince } from '@site/platform/retention';
import { and, desc, eq, lt, ne, type SQL } from 'drizzle-orm';
import type { Visit } from '../sessions/visit';
import { account, securityEvent } from '../tables';

/** What is written down, in the words in which its owner reads it. */
export const SECURITY_EVENTS = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in refused: wrong password',
  'sign-in-delayed': 'Sign-in refused: too many attempts',
  'second-factor-failed': 'Sign-in refused: wrong code or passkey',
  'passkey-refused': 'Sign-in refused: a passkey did not hold',
  'provider-refused': 'Sign-in refused: through another provider',
  'invitation-expired': 'Sign-in refused: the temporary password had expired',
  'reset-code-failed': 'New password refused: wrong or expired code',
  'email-code-failed': 'New e-mail address refused: wrong or expired code',
  'signed-out': 'Signed out',
  'sign-in-ended': 'A sign-in was ended',
  'other-sign-ins-ended': 'All other sign-ins were ended',
  'all-sign-ins-ended': 'All sign-ins were ended',
  'token-reused': 'A sign-in was ended because one of its tokens was used twice',
  'password-changed': 'Password changed',
  'second-factor-on': 'Authenticator app turned on',
  'second-factor-off': 'Authenticator app turned off',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'factors-reset': 'Second factors reset',
  'details-changed': 'Name or phone number changed',
  'email-changed': 'E-mail address changed',
  invited: 'Invited',
  'groups-changed': 'Groups changed',
  disabled: 'Account disabled',
  enabled: 'Account enabled',
} as const;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;

/** The owner of the account; the operator or the desk; or whoever tried to sign in. */
export type SecurityActor = 'owner' | 'administrator' | 'unknown';

export interface NewSecurityEvent {
  kind: SecurityEventKind;
  /** Null for an attempt at an address without an account. */
  sub: string | null;
  actor: SecurityActor;
  /** Left out where no browser of the actor is at hand. */
  visit?: Visit | undefined;
  /** One or two words of what changed, such as the names of groups. */
  detail?: string;
}

export interface SecurityEvent {
  at: Date;
  kind: SecurityEventKind;
  actor: SecurityActor;
  /** Of the account; null where there is none. */
  email: string | null;
  network: string | null;
  device: string | null;
  detail: string | null;
}

/** @param db With a transaction, the event is written with what it tells of, or not at all. */
export async function recordSecurityEvent(db: Db, { kind, sub, actor, visit, detail }: NewSecurityEvent): Promise<void> {
  await db.insert(securityEvent).values({ kind, sub, actor, network: visit?.network, device: visit?.device, detail });
}

/** The last ones, latest first: of one account, or of all and of attempts at unknown addresses. `limit` is at most 1000. */
export async function readSecurityLog(db: Db, { sub, limit }: { sub?: string; limit: number }): Promise<SecurityEvent[]> {
  const rows = await selectEvents(db, sub === undefined ? undefined : eq(securityEvent.sub, sub), Math.min(limit, 1000));
  return rows.map(toEvent);
}

/**
 * What its owner reads of an account, latest first: the last ones of the owner and the administration, and as many of whoever tried to sign in. So
 * a stranger who goes on trying drives nothing else out.
 * @param limit Of each of the two.
 */
export async function readOwnSecurityLog(db: Db, sub: string, limit: number): Promise<SecurityEvent[]> {
  const known = await selectEvents(db, and(eq(securityEvent.sub, sub), ne(securityEvent.actor, 'unknown')), limit);
  const unknown = await selectEvents(db, and(eq(securityEvent.sub, sub), eq(securityEvent.actor, 'unknown')), limit);
  return [...known, ...unknown].sort((a, b) => b.event.id - a.event.id).map(toEvent);
}

const selectEvents = (db: Db, which: SQL | undefined, limit: number) =>
  db
    .select({ event: securityEvent, email: account.email })
    .from(securityEvent)
    .leftJoin(account, eq(account.sub, securityEvent.sub))
    .where(which)
    .orderBy(desc(securityEvent.id))
    .limit(limit);

function toEvent({ event, email }: Awaited<ReturnType<typeof selectEvents>>[number]): SecurityEvent {
  return {
    at: event.at,
    kind: event.kind as SecurityEventKind,
    actor: event.actor as SecurityActor,
    email,
    network: event.network,
    device: event.device,
    detail: event.detail,
  };
}

/** Whether the account signed in before, as far back as the log goes. */
export async function hasSignedIn(db: Db, sub: string): Promise<boolean> {
  const rows = await db
    .select({ id: securityEvent.id })
    .from(securityEvent)
    .where(and(eq(securityEvent.sub, sub), eq(securityEvent.kind, 'signed-in')))
    .limit(1);
  return rows.length > 0;
}

export async function dropOldSecurityEvents(db: Db): Promise<void> {
  await db.delete(securityEvent).where(lt(securityEvent.at, keptSince('securityEvents')));
}
