/**
 * Creates the accounts of stored sign-ups. This happens after the answer, so that the answer and its timing are the same for an
 * address that is known, and a sign-up survives an identity provider that is down.
 */
import type { ApiServices } from '../api-server';
import type { SignupRow } from '../domain/tables';
import { hasSettledSignup, settleSignup, takeDueSignup } from './signup.repository';

type SignupServices = Pick<ApiServices, 'database' | 'identityAdmin' | 'logger'>;

/** Creates what is due. @returns How many sign-ups were settled. */
export async function processSignups(services: SignupServices): Promise<number> {
  let settled = 0;
  for (let next = await takeDueSignup(services.database.db); next; next = await takeDueSignup(services.database.db)) {
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
  await database.transaction(async (tx) => {
    const { outcome, username } = await identityAdmin.createUser({ email, fullName, phone }, tx);
    // A provider outside this database may have created the account in an attempt that died before it was recorded.
    const isOurs = outcome === 'created' || (attempts > 1 && !(await hasSettledSignup(tx, username)));
    await settleSignup(tx, id, username, isOurs ? 'created' : 'known');
  });
}

export interface SignupWorker {
  /** Looks for due sign-ups now. */
  wake(): void;
  /** Resolves when the sign-up in progress is done. */
  stop(): Promise<void>;
}

/** Looks for due sign-ups when woken, and every so often for those that are to be tried again. */
export function startSignupWorker(services: SignupServices, pollMs = 10_000): SignupWorker {
  let running: Promise<unknown> = Promise.resolve();
  let waiting = false;
  let stopped = false;

  function wake(): void {
    if (waiting || stopped) return;
    waiting = true;
    running = running
      .then(() => {
        waiting = false;
        return stopped ? 0 : processSignups(services);
      })
      .catch((err: unknown) => services.logger.warn({ err }, 'sign-ups cannot be read'));
  }

  const timer = setInterval(wake, pollMs);
  timer.unref();
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
