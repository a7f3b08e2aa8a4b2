/**
 * Whose failures count against whom. A browser in which the owner has signed in before is counted by itself, and so is whoever is signed
 * in already: what strangers try elsewhere does not hold them up. Everybody else is counted by address and network, so that one who
 * guesses holds up the owner nowhere but in new browsers of that network.
 */
import type { Db } from '@site/platform/database';
import type { Visit } from '../sessions/visit';
import { beginAttempt, countAttempt, discountAttempt, forgetAttempts, isFirstRefusal } from './lockout';

export interface AttemptSource {
  visit?: Visit | undefined;
  /** What this browser is called, by the accounts that have signed in with it. */
  knownAs: ReadonlyMap<string, string>;
}

/** Asked for the password again. Only the owner's own sign-ins can be here. */
export const ofSignedIn = (sub: string): AttemptSource => ({ knownAs: new Map([[sub, `signed in\n${sub}`]]) });

/** After so many attempts in unknown browsers, over all networks, each network has one left in place of five. */
const SUSPICIOUS = 20;

export type PasswordAttempt =
  /** `succeeded` says that the password was right. */
  | { isTooEarly: false; succeeded(): Promise<void> }
  /** `isFirst` among those that one lock refuses. */
  | { isTooEarly: true; isFirst: boolean };

/** @param device What the owner's browser is called; undefined for one that is not known. */
export async function beginPasswordAttempt(db: Db, address: string, device: string | undefined, network = ''): Promise<PasswordAttempt> {
  if (device !== undefined) {
    if (!(await beginAttempt(db, 'password', device))) return tooEarly(db, device);
    return { isTooEarly: false, succeeded: () => forgetAttempts(db, 'password', device) };
  }
  const subject = `${address}\n${network}`;
  const attempts = await countAttempt(db, 'password-by-address', address);
  if (!(await beginAttempt(db, 'password', subject, attempts > SUSPICIOUS ? 1 : undefined))) return tooEarly(db, subject);
  return {
    isTooEarly: false,
    async succeeded() {
      await forgetAttempts(db, 'password', subject);
      await discountAttempt(db, 'password-by-address', address);
    },
  };
}

const tooEarly = async (db: Db, subject: string): Promise<PasswordAttempt> => ({
  isTooEarly: true,
  isFirst: await isFirstRefusal(db, 'password', subject),
});
