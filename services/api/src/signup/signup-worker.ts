/**
 * Creates the accounts of stored sign-ups. This happens after the answer, so that the answer and its timing are the same for an
 * address that is known, and a sign-up survives an identity provider that is down.
 */
import type { ApiServices } from '../api-server';
import type { SignupRow } from '../domain/tables';
import { startWakeableWorker, type WakeableWorker } from '../wakeable-worker';
import { hasSettledSignup, settleSignup, takeDueSignup } from './signup.repository';

type SignupServices = Pick<ApiServices, 'database' | 'identityAdmin' | 'logger'>;

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
async function createAccount({ database, identityAdmin }: SignupServices, { id, email, fullName, phone, attempts }: SignupRow) {
  const invite = await identityAdmin.prepareInvitation('visitor');
  await database.transaction(async (tx) => {
    const { outcome, username } = await invite({ email, fullName, phone }, tx);
    // A provider outside this database may have created the account in an attempt that died before it was recorded.
    const isOurs = outcome === 'created' || (attempts > 1 && !(await hasSettledSignup(tx, username)));
    await settleSignup(tx, id, username, isOurs ? 'created' : 'known');
  });
}

/** Creates them when woken, and looks every so often for those that are to be tried again. */
export const startSignupWorker = (services: SignupServices): WakeableWorker =>
  startWakeableWorker({
    work: (isStopped) => processSignups(services, isStopped),
    logger: services.logger,
    failure: 'sign-ups cannot be read',
  });
