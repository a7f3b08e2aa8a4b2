/**
 * Whose failures count against whom. A browser in which the owner has signed in before is counted by itself, and so is whoever is signed
 * in already: what strangers try elsewhere does not hold them up. Everybody else is counted by address and network, so that one who
 * guesses holds up the owner nowhere but in new browsers of that network.
 */
import type { Db } from '@site/platform/database';
import type { Visit } from '../sessions/visit';
import { beginAttempt, countAttempt, discountAttempt, forgetAttempts } from './lockout';

export interface AttemptSource {
  visit?: Visit | undefined;
  /** What this browser is called, by the accounts that have signed in with it. */
  knownAs: ReadonlyMap<string, string>;
}

/** Asked for the password again. Only the owner's own sign-ins can be here. */
export const ofSignedIn = (sub: string): AttemptSource => ({ knownAs: new Map([[sub, `signed in\n${sub}`]]) });

/** After so many attempts in unknown browsers, over all networks, each network has one left in place of five. */
const SUSPICIOUS = 20;

export interface PasswordAttempt {
  /** The password was right. */
  succeeded(): Promise<void>;
}

/** @param device What the owner's browser is called; undefined for one that is not known. @returns null if it comes too early. */
export async function beginPasswordAttempt(
  db: Db,
  address: string,
  device: string | undefined,
  network = '',
): Promise<PasswordAttempt | null> {
  if (device !== undefined) {
    const begun = await beginAttempt(db, 'password', device);
    return begun ? { succeeded: () => forgetAttempts(db, 'password', device) } : null;
  }
  const subject = `${address}\n${network}`;
  const attempts = await countAttempt(db, 'password-by-address', address);
  if (!(await beginAttempt(db, 'password', subject, attempts > SUSPICIOUS ? 1 : undefined))) return null;
  return {
    async succeeded() {
      await forgetAttempts(db, 'password', subject);
      await discountAttempt(db, 'password-by-address', address);
    },
  };
}
