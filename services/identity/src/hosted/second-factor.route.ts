/** The code of the authenticator app, after the password. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createAccountRepository } from '../accounts/account.repository';
import { checkSecondFactor } from '../accounts/second-factor';
import { recordSecurityEvent } from '../security/security-log';
import { visitOf } from '../sessions/visit';
import { signInExpired } from './hosted-error';
import { type HostedContext, sendPage } from './hosted-scope';
import { assertOwnForm, finishSignIn, openInteraction, signedIn, signInView } from './interaction';
import { secondFactorPage } from './pages/sign-in-pages';
import { params, text } from './password.route';
import { readStep } from './sign-in-steps';

const WRONG_CODE = 'This code is not right, or was used before. Wait for the next one, and try again.';

export const secondFactorRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { database, pages } = context;
  const accounts = createAccountRepository(database.db);

  fastify.get('/second-factor', { schema: { params } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    await accountAtStep(uid);
    return sendPage(reply, pages, secondFactorPage(signInView(context, uid)));
  });

  fastify.post('/second-factor', { schema: { params, body: z.object({ csrf: text, code: text }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { csrf, code } = request.body;
    assertOwnForm(context, uid, csrf);
    const account = await accountAtStep(uid);
    const problem = code.trim()
      ? (await checkSecondFactor(context, account, code))
        ? null
        : WRONG_CODE
      : 'Confirmation code cannot be empty';
    if (problem === WRONG_CODE)
      await recordSecurityEvent(database.db, { kind: 'second-factor-failed', sub: account.sub, actor: 'unknown', visit: visitOf(request) });
    if (problem) return sendPage(reply.code(422), pages, secondFactorPage(signInView(context, uid, { code: problem })));
    return reply.redirect(await finishSignIn(context, request, reply, uid, signedIn(account.sub, ['pwd', 'otp'])), 303);
  });

  async function accountAtStep(uid: string) {
    const step = await readStep(database.db, uid, 'second-factor');
    const account = step?.sub ? await accounts.findEnabled(step.sub) : undefined;
    if (!account) throw signInExpired();
    return account;
  }
};
