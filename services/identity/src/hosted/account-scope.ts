/** What the account pages share: their addresses, and the session and password without which nothing changes. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPassword } from '../accounts/passwords';
import { equalTexts } from '../crypto/keyring';
import { formRefused } from './hosted-error';
import type { HostedContext } from './hosted-scope';
import type { AccountLinks, AccountView } from './pages/account-pages';
import type { FormErrors } from './pages/form';
import { type HostedSession, readSession } from './session';

const WRONG_PASSWORD = 'The password is not right, or there were too many attempts.';
export const LAST_FACTOR = 'Your role here needs a second step, and this is the only one that you have. Set up another one first.';

export type AccountScope = ReturnType<typeof createAccountScope>;

export function createAccountScope(context: HostedContext) {
  const base = new URL(context.config.issuer).pathname;
  const links: AccountLinks = {
    home: `${base}/account`,
    password: `${base}/account/password`,
    secondFactor: `${base}/account/second-factor`,
    removeSecondFactor: `${base}/account/second-factor/remove`,
    passkeys: `${base}/account/passkeys`,
    addPasskey: `${base}/account/passkeys/add`,
    removePasskey: (id) => `${base}/account/passkeys/${encodeURIComponent(id)}/remove`,
    signOut: `${base}/logout`,
  };
  const csrfOf = (session: HostedSession) => context.keyring.tag('forms', `account\n${session.uid}`);

  return {
    context,
    links,
    view: (session: HostedSession): AccountView => ({
      site: context.pages.site,
      links,
      csrf: csrfOf(session),
      email: session.account.email,
    }),
    /** What the forms of a session and account are bound to. */
    bindingOf: ({ uid, account }: HostedSession) => `${uid}:${account.sub}`,

    async passwordErrors(email: string, password: string): Promise<FormErrors | null> {
      if (!password) return { password: 'Password cannot be empty' };
      return (await checkPassword(context, email, password)).kind === 'accepted' ? null : { password: WRONG_PASSWORD };
    },

    /**
     * The session, or null after leading away whoever has none, or no password to change.
     * @param csrf Token of a form that was sent.
     */
    async withPassword(request: FastifyRequest, reply: FastifyReply, csrf?: string): Promise<HostedSession | null> {
      const session = await readSession(context, request, reply);
      if (session && csrf !== undefined && !equalTexts(csrf, csrfOf(session))) throw formRefused();
      if (session?.account.passwordHash) return session;
      void reply.redirect(links.home, 303);
      return null;
    },
  };
}
