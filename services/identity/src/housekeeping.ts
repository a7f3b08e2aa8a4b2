/** Deletes what has expired, and looks whether the signing keys changed. */
import type { Database } from '@site/platform/database';
import type { Logger } from '@site/platform/logging';
import { startWakeableWorker } from '@site/platform/wakeable-worker';
import { lt, sql } from 'drizzle-orm';
import { dropOldAttempts } from './accounts/lockout';
import type { ProviderHost } from './oidc/provider-host';
import { dropOldSecurityEvents } from './security/security-log';
import { forgetEndedSessions } from './sessions/session.repository';
import { emailChange, enrolmentCode, federatedFlow, oidcRecord, passkeyChallenge, resetCode, signIn } from './tables';

const INTERVAL_MS = 5 * 60_000;

export async function deleteExpired({ db }: Database): Promise<void> {
  const now = sql`now()`;
  await db.delete(oidcRecord).where(lt(oidcRecord.expiresAt, now));
  await db.delete(signIn).where(lt(signIn.expiresAt, now));
  await db.delete(federatedFlow).where(lt(federatedFlow.expiresAt, now));
  await db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, now));
  await db.delete(resetCode).where(lt(resetCode.expiresAt, now));
  await db.delete(enrolmentCode).where(lt(enrolmentCode.expiresAt, now));
  await db.delete(emailChange).where(lt(emailChange.expiresAt, now));
  await forgetEndedSessions(db);
  await dropOldAttempts(db);
  await dropOldSecurityEvents(db);
}

/**
 * Does both at once and every five minutes, either one also while the other fails.
 * @returns the function that ends it; it resolves when what is in progress is done.
 */
export function startHousekeeping(database: Database, host: ProviderHost, logger: Logger): () => Promise<void> {
  const start = (work: () => Promise<void>, failure: string) => startWakeableWorker({ work, logger, failure, pollMs: INTERVAL_MS });
  const workers = [
    start(() => deleteExpired(database), 'housekeeping of the identity provider failed'),
    start(() => host.refreshKeys(), 'the signing keys could not be refreshed'),
  ];
  return async () => void (await Promise.all(workers.map(({ stop }) => stop())));
}
