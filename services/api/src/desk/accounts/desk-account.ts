/** Accounts as the desk administers them: not one's own, and none that is in a group that one is not in oneself. */
import { createHash } from 'node:crypto';
import type { Account } from '@site/contracts/api/desk-members';
import type { DeskAct } from '@site/contracts/api/desk-events';
import type { Db } from '@site/platform/database';
import type { IdentityUser } from '@site/platform/identity-admin';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../access';
import type { ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { writeItem } from '../desk-write';

export function accountView({ username: id, email, status, enabled, groups }: IdentityUser): Account {
  const facts = { id, email, status: status === 'CONFIRMED' ? ('confirmed' as const) : ('invited' as const), enabled, groups };
  return { ...facts, version: createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16) };
}

/**
 * Changes an account as `change` says, which is told the account that the caller has seen, too. Acts of the desk on one account follow each other.
 * @throws AppError `member-not-found`, `own-account`, `account-beyond-groups`, `version-required`, `changed-meanwhile`, and what `change` throws.
 */
export function changeAccount(
  { database, identityAdmin }: ApiServices,
  request: FastifyRequest,
  { id, act, change }: { id: string; act: DeskAct; change: (tx: Db, user: IdentityUser, seen: Account) => Promise<unknown> },
): Promise<Account> {
  const find = async (tx: Db) => {
    const user = await identityAdmin.getUser(id, tx);
    return user ? accountView(user) : undefined;
  };
  return writeItem<Account>(database, request, {
    act,
    target: id,
    member: id,
    async find(tx) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`desk account ${id}`}))`);
      const account = await find(tx);
      // Whoever may not do this is told so, whichever version they have seen.
      if (account && id === callerOf(request).subject) throw apiError('own-account');
      if (account) requireGroups(request, account.groups);
      return account;
    },
    missing: 'member-not-found',
    recorded: ({ status, enabled, groups }) => ({ status, enabled, groups }),
    async write(tx, seen) {
      const user = await identityAdmin.getUser(id, tx);
      if (user) await change(tx, user, seen);
      return (await find(tx)) ?? null;
    },
  });
}

/** @throws AppError `account-beyond-groups` unless the caller is in all of these groups. */
export function requireGroups(request: FastifyRequest, groups: readonly string[]): void {
  const own = callerOf(request).groups;
  if (groups.some((group) => !own.includes(group))) throw apiError('account-beyond-groups');
}
