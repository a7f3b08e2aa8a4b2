import type { Db } from '@site/platform/database';
import { createAccountRepository } from '../accounts/account.repository';
import type { Account } from '../tables';
import type { UpstreamPerson } from './upstream';

/**
 * The account of somebody whom another provider vouches for: the one linked before, else the one with the same verified address, which is
 * linked now. Nobody gets an account this way who has none: signing up needs a peer group code.
 */
export async function matchAccount(db: Db, provider: string, { subject, verifiedEmail }: UpstreamPerson): Promise<Account | undefined> {
  const accounts = createAccountRepository(db);
  const linked = await accounts.findFederated(provider, subject);
  if (linked) return linked;
  const known = verifiedEmail === null ? undefined : await accounts.findByEmail(verifiedEmail);
  if (!known) return undefined;
  await accounts.linkFederated(provider, subject, known.sub);
  if (!known.emailVerified) await accounts.update(known.sub, { emailVerified: true });
  return known;
}
