/** `/account`: password and authenticator app. Every change asks for the current password, so that a borrowed session changes nothing. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { describePasswordRules } from '../accounts/password-policy';
import { changePassword } from '../accounts/passwords';
import { finishEnrolment, removeSecondFactor, startEnrolment } from '../accounts/second-factor';
import { totpUri } from '../crypto/totp';
import { ACCOUNT_CLIENT_ID } from '../oidc/provider-configuration';
import { recordSecurityEvent, type SecurityEventKind } from '../security/security-log';
import { visitOf } from '../sessions/visit';
import { listSessions } from '../sessions/session.repository';
import { accountLinks, accountView, openAccount, wrongPassword } from './account-view';
import { type HostedContext, sendPage } from './hosted-scope';
import { accountPage, changePasswordPage, enrolmentPage, recoveryCodesPage, removeSecondFactorPage } from './pages/account-pages';
import type { FormErrors } from './pages/form';
import { newPasswordErrors, text } from './password.route';
import { type HostedSession, readSession } from './session';

const WRONG_CODE = 'This code is not right. Wait for the next one, and try again.';

export const accountRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { config, pages } = context;
  const rules = describePasswordRules(config.password);
  const links = accountLinks(context);
  const view = (session: HostedSession) => accountView(context, session);
  const record = (request: FastifyRequest, { account: { sub } }: HostedSession, kind: SecurityEventKind) =>
    recordSecurityEvent(context.database.db, { kind, sub, actor: 'owner', visit: visitOf(request) });

  fastify.get('/account', async (request, reply) => {
    const session = await readSession(context, request, reply);
    if (!session) return reply.redirect(signInUrl(config.issuer), 303);
    const { passwordHash, totpEnabled } = session.account;
    const sessions = (await listSessions(context.database.db, session.account.sub)).length;
    return sendPage(
      reply,
      pages,
      accountPage({ ...view(session), hasPassword: passwordHash !== null, secondFactor: totpEnabled, sessions }),
    );
  });

  // Where the sign-in returns to. Its code is not exchanged: the session is all that these pages need.
  fastify.get('/account/ready', { schema: { querystring: z.object({ error: z.string().optional() }) } }, async (request, reply) =>
    reply.redirect(request.query.error ? `${config.siteUrl}/` : links.home, 303),
  );

  fastify.get('/account/password', async (request, reply) => {
    const session = await withPassword(request, reply);
    return session ? sendPage(reply, pages, changePasswordPage({ ...view(session), errors: {}, rules })) : reply;
  });

  fastify.post(
    '/account/password',
    { schema: { body: z.object({ csrf: text, password: text, newPassword: text, repeatPassword: text }) } },
    async (request, reply) => {
      const session = await withPassword(request, reply, request.body.csrf);
      if (!session) return reply;
      const { account } = session;
      const errors =
        (await newPasswordErrors(context, request.body, account)) ?? (await wrongPassword(context, account, request.body.password));
      if (errors) return sendPage(reply.code(422), pages, changePasswordPage({ ...view(session), errors, rules }));
      await changePassword(context, account, request.body.newPassword, visitOf(request));
      return reply.redirect(links.home, 303);
    },
  );

  fastify.get('/account/second-factor', async (request, reply) => {
    const session = await withPassword(request, reply);
    if (!session) return reply;
    if (session.account.totpEnabled) return reply.redirect(links.home, 303);
    return sendPage(reply, pages, await enrolment(session, {}));
  });

  fastify.post(
    '/account/second-factor',
    { schema: { body: z.object({ csrf: text, code: text, password: text }) } },
    async (request, reply) => {
      const session = await withPassword(request, reply, request.body.csrf);
      if (!session) return reply;
      const wrong = await wrongPassword(context, session.account, request.body.password);
      if (wrong) return sendPage(reply.code(422), pages, await enrolment(session, wrong));
      const codes = await finishEnrolment(context, session.account, request.body.code);
      if (!codes) return sendPage(reply.code(422), pages, await enrolment(session, { code: WRONG_CODE }));
      await record(request, session, 'second-factor-on');
      return sendPage(reply, pages, recoveryCodesPage({ ...view(session), codes }));
    },
  );

  fastify.get('/account/second-factor/remove', async (request, reply) => {
    const session = await withPassword(request, reply);
    return session ? sendPage(reply, pages, removeSecondFactorPage({ ...view(session), errors: {} })) : reply;
  });

  fastify.post('/account/second-factor/remove', { schema: { body: z.object({ csrf: text, password: text }) } }, async (request, reply) => {
    const session = await withPassword(request, reply, request.body.csrf);
    if (!session) return reply;
    const errors = await wrongPassword(context, session.account, request.body.password);
    if (errors) return sendPage(reply.code(422), pages, removeSecondFactorPage({ ...view(session), errors }));
    await removeSecondFactor(context, session.account);
    await record(request, session, 'second-factor-off');
    return reply.redirect(links.home, 303);
  });

  async function enrolment(session: HostedSession, errors: FormErrors): Promise<string> {
    const secret = await startEnrolment(context, session.account);
    return enrolmentPage({ ...view(session), errors, secret, qrSvg: renderSVG(totpUri(secret, session.account.email, config.brand)) });
  }

  /**
   * The session, or null after leading away whoever has none, or no password to change.
   * @param csrf Token of a form that was sent.
   */
  async function withPassword(request: FastifyRequest, reply: FastifyReply, csrf?: string): Promise<HostedSession | null> {
    const session = await openAccount(context, request, reply, csrf);
    if (!session || session.account.passwordHash) return session;
    void reply.redirect(links.home, 303);
    return null;
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
