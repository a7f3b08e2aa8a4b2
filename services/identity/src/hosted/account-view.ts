/** What every page and form of `/account` needs. */
import type { Db } from '@site/platform/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ofSignedIn } from '../accounts/password-attempts';
import { checkPassword } from '../accounts/passwords';
import { bearsTag } from '../crypto/keyring';
import { recordSecurityEvent, type SecurityEventKind } from '../security/security-log';
import { visitOf } from '../sessions/visit';
import type { Account } from '../tables';
import { formRefused } from './hosted-error';
import type { HostedContext } from './hosted-scope';
import type { AccountLinks, AccountView } from './pages/account-pages';
import type { FormErrors } from './pages/form';
import { type HostedSession, readSession } from './session';

export const LAST_FACTOR = 'Your role here needs a second step, and this is the only one that you have. Set up another one first.';
const WRONG_PASSWORD = 'The password is not right, or there were too many attempts.';

export function accountLinks(context: HostedContext): AccountLinks {
  const base = new URL(context.config.issuer).pathname;
  return {
    home: `${base}/account`,
    password: `${base}/account/password`,
    secondFactor: `${base}/account/second-factor`,
    removeSecondFactor: `${base}/account/second-factor/remove`,
    passkeys: `${base}/account/passkeys`,
    addPasskey: `${base}/account/passkeys/add`,
    removePasskey: (id) => `${base}/account/passkeys/${encodeURIComponent(id)}/remove`,
    sessions: `${base}/account/sessions`,
    endOtherSessions: `${base}/account/sessions/end-others`,
    details: `${base}/account/details`,
    email: `${base}/account/email`,
    confirmEmail: `${base}/account/email/confirm`,
    activity: `${base}/account/activity`,
    signOut: `${base}/logout`,
  };
}

export const accountView = (context: HostedContext, session: HostedSession): AccountView => ({
  site: context.pages.site,
  links: accountLinks(context),
  csrf: context.keyring.tag('forms', formOf(session)),
  email: session.account.email,
});

/**
 * The session, or null after leading to the account page, and from there to the sign-in, whoever has none.
 * @param csrf Token of a form that was sent. @throws the page 'cannot be used' for one that these pages did not make.
 */
export async function openAccount(
  context: HostedContext,
  request: FastifyRequest,
  reply: FastifyReply,
  csrf?: string,
): Promise<HostedSession | null> {
  const session = await readSession(context, request, reply);
  if (session && csrf !== undefined && !bearsTag(context.keyring, 'forms', formOf(session), csrf)) throw formRefused();
  if (!session) void reply.redirect(accountLinks(context).home, 303);
  return session;
}

/** The same for changes of how somebody signs in here, which an account without a password is led away from, too. */
export async function openAccountWithPassword(
  context: HostedContext,
  request: FastifyRequest,
  reply: FastifyReply,
  csrf?: string,
): Promise<HostedSession | null> {
  const session = await openAccount(context, request, reply, csrf);
  if (!session || session.account.passwordHash) return session;
  void reply.redirect(accountLinks(context).home, 303);
  return null;
}

/** What the forms of a session and account are bound to. */
export const bindingOf = ({ uid, account }: HostedSession): string => `${uid}:${account.sub}`;

/**
 * What is wrong with the password that a change asks for; null if nothing is, and for an account that has none.
 * @param beforeRefusal See {@link checkPassword}.
 */
export async function wrongPassword(
  context: HostedContext,
  account: Account,
  password: string,
  beforeRefusal?: () => Promise<unknown>,
): Promise<FormErrors | null> {
  if (account.passwordHash === null) return null;
  if (!password) return { password: 'Password cannot be empty' };
  const check = await checkPassword(context, account.email, password, ofSignedIn(account.sub), beforeRefusal);
  return check.kind === 'accepted' ? null : { password: WRONG_PASSWORD };
}

/** Writes down what the owner has changed. */
export const recordChange = (db: Db, request: FastifyRequest, { sub }: Account, kind: SecurityEventKind): Promise<void> =>
  recordSecurityEvent(db, { kind, sub, actor: 'owner', visit: visitOf(request) });

const formOf = ({ uid }: HostedSession): string => `account\n${uid}`;
