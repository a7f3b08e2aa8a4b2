/** Lists for the operator's terminal: one line each, columns by tabs. */
import { RELEASE_MANAGER_GROUP } from '@site/contracts/release';
import type { IdentityAdmin, IdentityUser } from '@site/platform/identity-admin';
import { printable } from '@site/platform/printable';
import { listTokens } from '@site/registry/tokens/token.repository';
import { GROUPS } from './command';
import { findUser, Refused } from './find-user';
import type { Installation } from './run-command';

/** Everybody in one of the groups that the site knows. */
export async function describePeople(admin: IdentityAdmin): Promise<string> {
  const people = await admin.listUsersInGroups(GROUPS);
  return people.map(describePerson).join('\n') || 'Nobody is in a group.';
}

function describePerson({ email, fullName, groups, enabled, status }: IdentityUser): string {
  const state = enabled ? (status === 'CONFIRMED' ? 'active' : 'invited') : 'disabled';
  return lineOf([email, groups.join(' '), state, fullName]);
}

export async function describeTokens({ database, identityAdmin }: Installation): Promise<string> {
  const tokens = (await listTokens(database.db)).filter(({ state }) => state === 'valid');
  const lines = tokens.map(async ({ name, verbs, parts, expiresAt, subject }) => {
    const holder = subject === null ? 'nobody’s own' : describeHolder(await identityAdmin.getUser(subject));
    const until = expiresAt ? `until ${expiresAt.toISOString().slice(0, 10)}` : 'for good';
    return lineOf([name, verbs.join(' '), parts.includes('*') ? 'all remotes' : parts.join(' '), until, holder]);
  });
  return (await Promise.all(lines)).join('\n') || 'No token is valid.';
}

function describeHolder(user: IdentityUser | null): string {
  if (!user) return 'a deleted account';
  if (!user.enabled) return `${user.email}, who is disabled`;
  return user.groups.includes(RELEASE_MANAGER_GROUP) ? user.email : `${user.email}, who is in ${RELEASE_MANAGER_GROUP} no more`;
}

/** What happened to accounts, latest first. @throws Refused where the log is kept elsewhere. */
export async function describeSecurity(
  { identityAdmin, readSecurityLog }: Installation,
  email: string | undefined,
  limit: number,
): Promise<string> {
  if (!readSecurityLog) throw new Refused('Amazon Cognito keeps the security log of its accounts. See AWS CloudTrail.');
  const which = email === undefined ? {} : { sub: (await findUser(identityAdmin, email)).username };
  const lines = (await readSecurityLog({ ...which, limit })).map(({ at, kind, actor, email: of, network, device, detail }) =>
    lineOf([at.toISOString(), kind, of ?? 'no account', actor, network ?? '-', device ?? '-', detail ?? '-']),
  );
  return lines.join('\n') || 'Nothing happened, as far as the log goes back.';
}

const lineOf = (columns: string[]): string => columns.map(printable).join('\t');
