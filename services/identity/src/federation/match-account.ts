import type { Db } from '@site/platform/database';
import { eq } from 'drizzle-orm';
import { createAccountRepository } from '../accounts/account.repository';
import { type Account, signIn } from '../tables';
import type { UpstreamPerson } from './upstream';

/**
 * The account of somebody whom another provider vouches for: the one linked before, else the one with the same verified address, which is
 * linked now. It is in use from then on: the temporary password of an invitation is spent. Nobody gets an account this way who has none:
 * signing up needs a peer group code.
 */
export async function matchAccount(tx: Db, provider: string, person: UpstreamPerson): Promise<Account | undefined> {
  const accounts = createAccountRepository(tx);
  const account = (await accounts.findFederated(provider, person.subject)) ?? (await linkByAddress(tx, provider, person));
  // Whoever has come as far as choosing a password with the temporary one, elsewhere, does not go on.
  if (account && (await accounts.endInvitation(account.sub))) await tx.delete(signIn).where(eq(signIn.sub, account.sub));
  return account;
}

async function linkByAddress(tx: Db, provider: string, { subject, verifiedEmail }: UpstreamPerson): Promise<Account | undefined> {
  const accounts = createAccountRepository(tx);
  const known = verifiedEmail === null ? undefined : await accounts.findByEmail(verifiedEmail);
  if (!known) return undefined;
  await accounts.linkFederated(provider, subject, known.sub);
  if (!known.emailVerified) await accounts.update(known.sub, { emailVerified: true });
  return known;
}
