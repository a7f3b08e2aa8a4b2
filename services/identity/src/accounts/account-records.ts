/** What is kept about an account, for its owner: everything but what is secret. */
import type { AccountRecords } from '@site/contracts/api/privacy';
import type { Db } from '@site/platform/database';
import { asc, eq } from 'drizzle-orm';
import { readOwnSecurityLog } from '../security/security-log';
import { emailChange, federatedIdentity, session } from '../tables';
import { createAccountRepository } from './account.repository';
import { createPasskeyRepository } from './passkey.repository';

/** Of 180 days: of what the owner and the administration did, and of what others tried. */
const MOST_EVENTS = 1000;

/** @returns null if there is no such account. */
export async function readAccountRecords(db: Db, sub: string): Promise<AccountRecords | null> {
  const account = await createAccountRepository(db).find(sub);
  if (!account) return null;
  const providers = await db
    .select()
    .from(federatedIdentity)
    .where(eq(federatedIdentity.sub, sub))
    .orderBy(asc(federatedIdentity.createdAt));
  const sessions = await db.select().from(session).where(eq(session.sub, sub)).orderBy(asc(session.beganAt));
  const [waiting] = await db.select().from(emailChange).where(eq(emailChange.sub, sub));
  const passkeys = await createPasskeyRepository(db).list(sub);
  const events = await readOwnSecurityLog(db, sub, MOST_EVENTS);
  return {
    email_verified: account.emailVerified,
    status: account.status,
    enabled: account.enabled,
    groups: account.groups,
    has_password: account.passwordHash !== null,
    has_authenticator_app: account.totpEnabled,
    recovery_codes_left: account.recoveryCodeHashes.length,
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
    new_email: waiting?.email ?? null,
    providers: providers.map(({ provider, subject, createdAt }) => ({ provider, subject, linked_at: createdAt.toISOString() })),
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    sign_ins: sessions.map(({ device, network, beganAt, lastUsedAt }) => ({
      device,
      network,
      began_at: beganAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
    })),
    security_events: events.map(({ at, kind, actor, network, device, detail }) => ({
      at: at.toISOString(),
      kind,
      actor,
      network,
      device,
      detail,
    })),
  };
}
