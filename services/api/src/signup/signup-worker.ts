/**
 * Creates the accounts of stored sign-ups. This happens after the answer, so that the answer and its timing are the same for an
 * address that is known, and a sign-up survives an identity provider that is down.
 */
import type { Db } from '@site/platform/database';
import { startWakeableWorker, type WakeableWorker } from '@site/platform/wakeable-worker';
import type { ApiServices } from '../api-server';
import type { SignupRow } from '../domain/tables';
import { hasSettledSignup, settleSignup, takeDueSignup } from './signup.repository';

type SignupServices = Pick<ApiServices, 'database' | 'identityAdmin' | 'logger'>;

/** How far the clock of a provider outside this database may be behind that of the database. */
const CLOCK_DIFFERENCE_MS = 5_000;

/**
 * Creates what is due, and leaves the rest once it is stopped: others may come faster than accounts are made.
 * @returns How many sign-ups were settled.
 */
export async function processSignups(services: SignupServices, isStopped: () => boolean = () => false): Promise<number> {
  let settled = 0;
  const take = async () => (isStopped() ? undefined : takeDueSignup(services.database.db));
  for (let next = await take(); next; next = await take()) {
    try {
      await createAccount(services, next);
      settled += 1;
    } catch (err) {
      services.logger.warn({ err, signup: next.id }, 'an account could not be created; it will be tried again');
    }
  }
  return settled;
}

/** The provider mails the invitation, or tells the owner of a known address that somebody signed up with it. */
async function createAccount(services: SignupServices, row: SignupRow) {
  const { id, email, fullName, phone } = row;
  const invite = await services.identityAdmin.prepareInvitation('visitor');
  await services.database.transaction(async (tx) => {
    const { outcome, username } = await invite({ email, fullName, phone }, tx);
    const isOurs = outcome === 'created' || (await isOfFailedAttempt(services, tx, row, username));
    await settleSignup(tx, id, username, isOurs ? 'created' : 'known');
  });
}

/**
 * Whether an attempt for this sign-up made the account and died before that was recorded, as it may with a provider outside this database.
 * An account that is older than the sign-up was made by somebody else, and is not given what a stranger wrote.
 */
async function isOfFailedAttempt({ identityAdmin }: SignupServices, tx: Db, { attempts, receivedAt }: SignupRow, username: string) {
  if (attempts === 1 || (await hasSettledSignup(tx, username))) return false;
  const account = await identityAdmin.getUser(username, tx);
  return account !== null && account.createdAt.getTime() >= receivedAt.getTime() - CLOCK_DIFFERENCE_MS;
}

/** Creates them when woken, and looks every so often for those that are to be tried again. */
export const startSignupWorker = (services: SignupServices): WakeableWorker =>
  startWakeableWorker({
    work: (isStopped) => processSignups(services, isStopped),
    logger: services.logger,
    failure: 'sign-ups cannot be read',
  });
