/** `/account`: password and authenticator app. Every change asks for the current password, so that a borrowed session changes nothing. */
import { randomBytes } from 'node:crypto';
import type { Db } from '@site/platform/database';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createPasskeyRepository } from '../accounts/passkey.repository';
import { describePasswordRules } from '../accounts/password-policy';
import { changePassword } from '../accounts/passwords';
import { finishEnrolment, removeAuthenticator, startEnrolment } from '../accounts/second-factor';
import { ACCOUNT_CLIENT_ID } from '../oidc/provider-configuration';
import { listSessions } from '../sessions/session.repository';
import { visitOf } from '../sessions/visit';
import { accountPasskeyRoutes } from './account-passkeys.route';
import { accountLinks, accountView, bindingOf, LAST_FACTOR, openAccountWithPassword, recordChange, wrongPassword } from './account-view';
import { SignInElsewhere } from './hosted-error';
import { type HostedContext, sendPage } from './hosted-scope';
import { accountPage, appSetupPage, changePasswordPage, removeSecondFactorPage } from './pages/account-pages';
import { APP_REFUSALS, recoveryCodesPage } from './pages/factor-pages';
import { type FormErrors, NO_CODE } from './pages/form';
import { newPasswordErrors, text } from './password.route';
import { type HostedSession, readSession } from './session';

export const accountRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { config, database, pages } = context;
  const links = accountLinks(context);
  const view = (session: HostedSession) => accountView(context, session);
  const rules = describePasswordRules(config.password);
  const passkeys = createPasskeyRepository(database.db);
  await fastify.register(accountPasskeyRoutes, { context });

  fastify.get('/account', async (request, reply) => {
    const session = await readSession(context, request, reply);
    if (!session) return reply.redirect(signInUrl(config.issuer), 303);
    const { sub, passwordHash, totpEnabled } = session.account;
    const sessions = (await listSessions(database.db, sub)).length;
    const known = { hasPassword: passwordHash !== null, hasApp: totpEnabled, passkeys: await passkeys.list(sub), sessions };
    return sendPage(reply, pages, accountPage({ ...view(session), ...known }));
  });

  // Where the sign-in returns to. Its code is not exchanged: the session is all that these pages need.
  fastify.get('/account/ready', { schema: { querystring: z.object({ error: z.string().optional() }) } }, async (request, reply) =>
    reply.redirect(request.query.error ? `${config.siteUrl}/` : links.home, 303),
  );

  fastify.get('/account/password', async (request, reply) => {
    const session = await openAccountWithPassword(context, request, reply);
    return session ? sendPage(reply, pages, changePasswordPage({ ...view(session), errors: {}, rules })) : reply;
  });

  fastify.post(
    '/account/password',
    { schema: { body: z.object({ csrf: text, password: text, newPassword: text, repeatPassword: text }) } },
    async (request, reply) => {
      const session = await openAccountWithPassword(context, request, reply, request.body.csrf);
      if (!session) return reply;
      const { account } = session;
      const { password: current, newPassword } = request.body;
      // A change ends every session.
      const beforeRefusal = async () => {
        if (!(await readSession(context, request, reply))) throw new SignInElsewhere(links.home);
      };
      const errors =
        (await newPasswordErrors(context, request.body, account)) ?? (await wrongPassword(context, account, current, beforeRefusal));
      if (errors) return sendPage(reply.code(422), pages, changePasswordPage({ ...view(session), errors, rules }));
      await changePassword(context, account, newPassword, visitOf(request), current);
      return reply.redirect(links.home, 303);
    },
  );

  fastify.get('/account/second-factor', async (request, reply) => {
    const session = await openAccountWithPassword(context, request, reply);
    if (!session) return reply;
    if (session.account.totpEnabled) return reply.redirect(links.home, 303);
    return sendPage(reply, pages, appSetup(session, {}));
  });

  fastify.post(
    '/account/second-factor',
    { schema: { body: z.object({ csrf: text, code: text, password: text, sealed: text }) } },
    async (request, reply) => {
      const session = await openAccountWithPassword(context, request, reply, request.body.csrf);
      if (!session) return reply;
      const { code, password, sealed } = request.body;
      const wrong = code.trim() ? await wrongPassword(context, session.account, password) : { code: NO_CODE };
      if (wrong) return sendPage(reply.code(422), pages, appSetup(session, wrong, sealed));
      const codes = await finishEnrolment(context, session.account, { binding: bindingOf(session), sealed, code }, async (tx, isAgain) => {
        if (!isAgain) await recordChange(tx, request, session.account, 'second-factor-on');
      });
      if (typeof codes === 'string') return sendPage(reply.code(422), pages, appSetup(session, APP_REFUSALS[codes], sealed));
      return sendPage(reply, pages, recoveryCodesPage(pages.site, codes, links.home));
    },
  );

  fastify.get('/account/second-factor/remove', async (request, reply) => {
    const session = await openAccountWithPassword(context, request, reply);
    return session ? sendPage(reply, pages, removeSecondFactorPage({ ...view(session), errors: {} })) : reply;
  });

  fastify.post('/account/second-factor/remove', { schema: { body: z.object({ csrf: text, password: text }) } }, async (request, reply) => {
    const session = await openAccountWithPassword(context, request, reply, request.body.csrf);
    if (!session) return reply;
    const record = (tx: Db) => recordChange(tx, request, session.account, 'second-factor-off');
    const refused = async () => ((await removeAuthenticator(context, session.account, record)) ? null : { '': LAST_FACTOR });
    const errors = (await wrongPassword(context, session.account, request.body.password)) ?? (await refused());
    if (errors) return sendPage(reply.code(422), pages, removeSecondFactorPage({ ...view(session), errors }));
    return reply.redirect(links.home, 303);
  });

  function appSetup(session: HostedSession, errors: FormErrors, sealed?: string): string {
    const app = startEnrolment(context, session.account, bindingOf(session), sealed);
    return appSetupPage({ ...view(session), errors, app });
  }
};

/** A sign-in of the account pages' own client, for the sake of the session. Nobody keeps the verifier, so its code is worth nothing. */
function signInUrl(issuer: string): string {
  const query = new URLSearchParams({
    client_id: ACCOUNT_CLIENT_ID,
    redirect_uri: `${issuer}/account/ready`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  });
  return `${issuer}/oauth2/authorize?${query.toString()}`;
}
