/** Administration of the embedded provider's accounts, as the other services need it. */
import type { Db } from '@site/platform/database';
import type { CreateUserResult, IdentityAdmin, IdentityUser, Invite, NewUser } from '@site/platform/identity-admin';
import { enqueueMail } from '@site/platform/outbox';
import { alreadyRegisteredMail, invitationMail } from './accounts/account-mails';
import { readAccountRecords } from './accounts/account-records';
import { createAccountRepository } from './accounts/account.repository';
import { needsSecondFactor, resetFactors } from './accounts/factors';
import { ofSignedIn } from './accounts/password-attempts';
import { checkPassword, createTemporaryPassword } from './accounts/passwords';
import { hashSecret } from './crypto/secret-hash';
import type { IdentityContext } from './identity-context';
import { present } from './present';
import { revokeAccount } from './revoke-account';
import { recordSecurityEvent, type SecurityActor, type SecurityEventKind } from './security/security-log';
import type { Account } from './tables';

interface Invitation {
  passwordHash: string;
  temporaryPassword: string;
  actor: SecurityActor;
}

export function createIdentityAdmin(context: IdentityContext): IdentityAdmin {
  const { config, database } = context;
  const accounts = createAccountRepository(database.db);
  const within = <T>(tx: Db | undefined, work: (tx: Db) => Promise<T>) => (tx ? work(tx) : database.transaction(work));

  async function invite(tx: Db, user: NewUser, { passwordHash, temporaryPassword, actor }: Invitation): Promise<CreateUserResult> {
    const repository = createAccountRepository(tx);
    const password = { passwordHash, passwordExpiresAt: new Date(Date.now() + config.temporaryPasswordDays * 86_400_000) };
    const sendInvitation = async ({ sub, email }: Account) => {
      await enqueueMail(tx, invitationMail(config, email, temporaryPassword, config.temporaryPasswordDays), {
        holdsForSeconds: config.temporaryPasswordDays * 86_400,
      });
      await recordSecurityEvent(tx, { kind: 'invited', sub, actor });
    };

    const created = await repository.insert({ ...user, ...password });
    if (created) {
      await sendInvitation(created);
      return { outcome: 'created', username: created.sub };
    }
    const taken = present(await repository.findByEmail(user.email), 'account with the address that is taken');
    // Its owner may be choosing a password at this moment, which a temporary one must not replace.
    const known = present(await repository.lock(taken.sub), 'account with the address that is taken');
    if (known.status === 'FORCE_CHANGE_PASSWORD' && known.enabled) {
      await repository.update(known.sub, password);
      await sendInvitation(known);
    } else {
      await enqueueMail(tx, alreadyRegisteredMail(config, known));
    }
    return { outcome: 'exists', username: known.sub };
  }

  /** The hash is made whether the address is known or not: it takes long, and must take as long for both. */
  async function prepareInvitation(by: 'administrator' | 'visitor' = 'administrator'): Promise<Invite> {
    const temporaryPassword = createTemporaryPassword();
    const passwordHash = await hashSecret(temporaryPassword, config.hashCost);
    const actor = by === 'visitor' ? 'unknown' : by;
    return (user, tx) => invite(tx, user, { passwordHash, temporaryPassword, actor });
  }

  return {
    async createUser(user) {
      const give = await prepareInvitation();
      return database.transaction((tx) => give(user, tx));
    },
    prepareInvitation,
    getUser: async (username, tx) => toUser(await (tx ? createAccountRepository(tx) : accounts).find(username)),
    findUserByEmail: async (email) => toUser(await accounts.findByEmail(email)),
    findUsersByHash: async (hashes) => (await accounts.findByHash(hashes)).map((found) => toUser(found)),
    listUsersInGroups: async (groups) => (await accounts.listInGroups(groups)).map((found) => toUser(found)),
    changeGroups: (username, { add = [], remove = [] }, tx) =>
      within(tx, async (inner) => {
        const repository = createAccountRepository(inner);
        const account = await repository.lock(username);
        if (!account) return false;
        const kept = account.groups.filter((group) => !remove.includes(group));
        const next = { groups: [...new Set([...kept, ...add])].sort() };
        await repository.update(username, next);
        await record(inner, 'groups-changed', username, next.groups.join(', ') || 'none');
        // Whoever signed in without a second factor does not act for the new group.
        if (!needsSecondFactor(config, account) && needsSecondFactor(config, next)) await revokeAccount(inner, username);
        return true;
      }),
    async verifyPassword(username, password) {
      const account = await accounts.findEnabled(username);
      return account !== undefined && (await checkPassword(context, account.email, password, ofSignedIn(username))).kind === 'accepted';
    },
    readRecords: (username) => readAccountRecords(database.db, username),
    hasPassword: async (username) => Boolean((await accounts.find(username))?.passwordHash),
    disable: (username, tx) =>
      within(tx, async (inner) => {
        await createAccountRepository(inner).update(username, { enabled: false });
        await revokeAccount(inner, username);
        await recordIfKnown(inner, 'disabled', username);
      }),
    enable: (username, tx) =>
      within(tx, async (inner) => {
        await createAccountRepository(inner).update(username, { enabled: true });
        await recordIfKnown(inner, 'enabled', username);
      }),
    resetSecondFactor: (username, tx) =>
      within(tx, async (inner) => {
        if (await resetFactors(inner, config, username)) await record(inner, 'factors-reset', username);
      }),
    deleteUser: (username, tx) =>
      within(tx, async (inner) => {
        await revokeAccount(inner, username);
        await createAccountRepository(inner).remove(username);
      }),
  };
}

const record = (db: Db, kind: SecurityEventKind, sub: string, detail?: string) =>
  recordSecurityEvent(db, { kind, sub, actor: 'administrator', ...(detail && { detail }) });

async function recordIfKnown(db: Db, kind: SecurityEventKind, sub: string): Promise<void> {
  if (await createAccountRepository(db).find(sub)) await record(db, kind, sub);
}

function toUser(found: Account): IdentityUser;
function toUser(found: Account | undefined): IdentityUser | null;
function toUser(found: Account | undefined): IdentityUser | null {
  if (!found) return null;
  const { sub, email, fullName, phone, status, enabled, groups, createdAt } = found;
  return { username: sub, email, fullName, phone, status, enabled, groups, createdAt };
}
