/** The second step: a code of the authenticator app, a recovery code, or a passkey. */
import type { Db } from '@site/platform/database';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { countPasskeys } from '../accounts/factors';
import { offerPasskeys } from '../accounts/passkeys';
import { checkSecondFactor } from '../accounts/second-factor';
import { recordSecurityEvent } from '../security/security-log';
import { visitOf } from '../sessions/visit';
import type { Account } from '../tables';
import { type HostedContext, sendPage } from './hosted-scope';
import { assertOwnForm, goOn, openInteraction, openStep, signInView, standsAt } from './interaction';
import { type FormErrors, NO_CODE } from './pages/form';
import { secondFactorPage } from './pages/sign-in-pages';
import { params, text } from './password.route';
import { leaveStep } from './sign-in-steps';

const WRONG_CODE = 'This code is not right, or was used before. Wait for the next one, and try again.';

export const secondFactorRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { pages } = context;

  fastify.get('/second-factor', { schema: { params } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { account } = await openStep(context, uid, 'second-factor');
    return sendPage(reply, pages, await renderSecondFactor(context, uid, account));
  });

  fastify.post('/second-factor', { schema: { params, body: z.object({ csrf: text, code: text }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { csrf, code } = request.body;
    assertOwnForm(context, uid, csrf);
    const { account, methods } = await openStep(context, uid, 'second-factor');
    const refuse = async (problem: string) =>
      sendPage(reply.code(422), pages, await renderSecondFactor(context, uid, account, { code: problem }));
    if (!code.trim()) return refuse(NO_CODE);
    const spendCode = await checkSecondFactor(context, account, code);
    const spend = spendCode && (async (tx: Db) => (await spendCode(tx)) && leaveStep(tx, uid, account.sub, 'second-factor'));
    const page = spend && (await goOn(context, request, reply, { uid, account, methods: [...methods, 'otp'], spend }));
    if (page !== null) return reply.redirect(page, 303);
    // The same form may have spent the code meanwhile.
    await standsAt(context, uid, 'second-factor');
    const event = { kind: 'second-factor-failed', sub: account.sub, actor: 'unknown', visit: visitOf(request) } as const;
    await recordSecurityEvent(context.database.db, event);
    return refuse(WRONG_CODE);
  });
};

export async function renderSecondFactor(context: HostedContext, uid: string, account: Account, errors: FormErrors = {}): Promise<string> {
  const hasPasskeys = (await countPasskeys(context.database.db, account.sub)) > 0;
  const passkeys = hasPasskeys ? await offerPasskeys(context, uid, account) : null;
  return secondFactorPage({ ...signInView(context, uid, errors), hasApp: account.totpEnabled, passkeys });
}
