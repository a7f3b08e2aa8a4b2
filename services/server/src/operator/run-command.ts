/** What the operator's commands do. */
import type { Database } from '@site/platform/database';
import type { IdentityAdmin, NewUser } from '@site/platform/identity-admin';
import { RELEASE_MANAGER_GROUP } from '@site/contracts/release';
import { revokeTokenNamed } from '@site/registry/tokens/manage-tokens';
import { giveHandle } from '@site/registry/tokens/names';
import { endAccess, issuePersonalToken, OPERATOR } from '@site/registry/tokens/personal-tokens';
import type { Members } from '../members';
import { type Command, FROM_CHECKOUT } from './command';
import { describePeople, describeSecurity, describeTokens } from './lists';
import { findUser, Refused } from './find-user';

/** What commands work on. The tables of the platform, of the identity provider and of the registry are there. */
export interface Installation extends Pick<Members, 'identityAdmin' | 'readSecurityLog' | 'reseal' | 'endAllSignIns'> {
  database: Database;
}

const DAY_MS = 86_400_000;

/** @returns What to tell the operator. @throws Refused with one sentence. */
export async function runCommand({ name, values }: Command, site: Installation): Promise<string> {
  const { database, identityAdmin } = site;
  switch (name) {
    case 'prepare-database':
      throw new Refused('The embedded database has no users: one process has it to itself.');
    case 'people':
      return describePeople(identityAdmin);
    case 'invite':
      return invite(identityAdmin, { email: values.email, fullName: values['--name'], phone: values['--phone'] }, values['--groups']);
    case 'add':
      return add(site, values.email, values.group);
    case 'remove':
      return remove(site, values.email, values.group);
    case 'disable':
      return disable(site, values.email);
    case 'enable': {
      const user = await findUser(identityAdmin, values.email);
      await identityAdmin.enable(user.username);
      return `${user.email} can sign in again.`;
    }
    case 'reset-second-factor': {
      const user = await findUser(identityAdmin, values.email);
      await identityAdmin.resetSecondFactor(user.username);
      return `${user.email} has no second factor any more. Where one is required, the next sign-in sets it up.`;
    }
    case 'name': {
      const user = await findUser(identityAdmin, values.email);
      await database.transaction((tx) => giveHandle(tx, user.username, values.handle));
      return `${user.email} is ${values.handle} in the history of releases.`;
    }
    case 'security':
      return describeSecurity(site, values['--of'], values['--last']);
    case 'reseal':
      return sealAnew(site);
    case 'sign-out-everybody': {
      if (!site.endAllSignIns)
        throw new Refused('Sessions are those of the user pool of Amazon Cognito: aws cognito-idp admin-user-global-sign-out ends them.');
      return `${endedText(await site.endAllSignIns())}, those of release managers too. Tokens of the registry hold. See: ${FROM_CHECKOUT} tokens`;
    }
    case 'tokens':
      return describeTokens(site);
    case 'issue-token':
      return issue(site, { email: values.email, as: values['--as'], parts: values['--remotes'], days: values['--days'] });
    case 'revoke-token':
      if (!(await revokeTokenNamed(database, values.name, OPERATOR))) throw new Refused(`There is no valid token named ${values.name}.`);
      return `The token ${values.name} is revoked.`;
  }
}

const endedText = (signIns: number) => (signIns === 1 ? '1 sign-in has ended' : `${signIns} sign-ins have ended`);

async function sealAnew({ reseal }: Installation): Promise<string> {
  if (!reseal) throw new Refused('Amazon Cognito keeps what the embedded provider would seal.');
  const { id, seals, anew, unreadable } = await reseal();
  if (unreadable > 0)
    throw new Refused(
      `Seals that open with no secret that is set: ${unreadable} of ${seals}. Add theirs to IDENTITY_ACCEPTED_SECRETS, and repeat this.`,
    );
  const were = anew === 1 ? '1 was made anew' : `${anew} were made anew`;
  return seals === 1
    ? `The only seal is that of the secret ${id} now; ${were}. No other secret is needed for it.`
    : `All ${seals} seals are those of the secret ${id} now; ${were}. No other secret is needed for them.`;
}

/** Repeated, it goes on where an earlier try ended: with another mail, and with the groups that are missing. */
async function invite(admin: IdentityAdmin, person: NewUser, groups: string[] = []): Promise<string> {
  const known = await admin.findUserByEmail(person.email);
  if (known && !known.enabled)
    throw new Refused(`${known.email} has an account, which is disabled. See: ${FROM_CHECKOUT} enable ${known.email}`);
  if (known?.status === 'CONFIRMED') throw new Refused(`${known.email} has an account already.${insteadOf(groups, known.email)}`);
  const { username } = await admin.createUser(person);
  const all = [...new Set([...(known?.groups ?? []), ...groups])];
  if (groups.length > 0) await admin.changeGroups(username, { add: groups });
  return `${person.email} gets a mail with a temporary password${groups.length > 0 ? `, and is in ${all.join(' and ')}` : ''}.`;
}

const insteadOf = (groups: string[], email: string) => (groups.length > 0 ? ` See: ${FROM_CHECKOUT} add ${email} <group>` : '');

async function add(site: Installation, email: string, group: string): Promise<string> {
  const user = await findUser(site.identityAdmin, email);
  if (user.groups.includes(group)) return `${user.email} is in ${group} already.`;
  await site.identityAdmin.changeGroups(user.username, { add: [group] });
  const when = isPool(site)
    ? 'Sessions that are open have it after their next refresh'
    : 'Sessions that are open have it with the next request';
  return `${user.email} is in ${group}. ${when}; pages show it after the next sign-in, which asks for a second factor where the group needs one.`;
}

/** Repeated, it ends what an earlier try has left. */
async function remove(site: Installation, email: string, group: string): Promise<string> {
  const { database, identityAdmin } = site;
  const user = await findUser(identityAdmin, email);
  const wasIn = user.groups.includes(group);
  if (wasIn) await identityAdmin.changeGroups(user.username, { remove: [group] });
  const revoked = group === RELEASE_MANAGER_GROUP ? await endAccess(database, user.username) : [];
  if (!wasIn && revoked.length === 0) throw new Refused(`${user.email} is not in ${group}.`);
  return `${user.email} is no longer in ${group}${fromWhen(site)}${revokedText(revoked)}`;
}

async function disable(site: Installation, email: string): Promise<string> {
  const { database, identityAdmin } = site;
  const user = await findUser(identityAdmin, email);
  await identityAdmin.disable(user.username);
  const revoked = await endAccess(database, user.username);
  return `${user.email} cannot sign in, and all sessions have ended${fromWhen(site)}${revokedText(revoked)}`;
}

const isPool = ({ endAllSignIns }: Installation): boolean => endAllSignIns === null;

/** The embedded provider is asked with each request. */
const fromWhen = (site: Installation): string =>
  isPool(site) ? '. An access token that is out is good until it expires, except at the registry.' : ', from the next request on.';

const revokedText = (names: string[]) => names.map((name) => ` The token ${name} is revoked.`).join('');

interface TokenRequest {
  email: string;
  as: string;
  parts: string[] | undefined;
  days: number;
}

async function issue({ database, identityAdmin }: Installation, { email, as: name, parts = ['*'], days }: TokenRequest): Promise<string> {
  const { email: address, username: subject, groups, enabled } = await findUser(identityAdmin, email);
  if (!enabled) throw new Refused(`The account of ${address} is disabled.`);
  if (!groups.includes(RELEASE_MANAGER_GROUP))
    throw new Refused(`${address} is no release manager. First: ${FROM_CHECKOUT} add ${address} ${RELEASE_MANAGER_GROUP}`);
  const expiresAt = new Date(Date.now() + days * DAY_MS);
  const token = await issuePersonalToken(database, { subject, name, verbs: ['promote'], parts, expiresAt });
  return `${token}\nIt is shown this once. ${address} promotes with it until ${expiresAt.toISOString().slice(0, 10)}, as RELEASE_TOKEN.`;
}
