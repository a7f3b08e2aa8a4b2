/** The second step: a code of the authenticator app, a recovery code, or a passkey. */
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
import type { FormErrors } from './pages/form';
import { secondFactorPage } from './pages/sign-in-pages';
import { params, text } from './password.route';

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
    const problem = code.trim()
      ? (await checkSecondFactor(context, account, code))
        ? null
        : WRONG_CODE
      : 'Confirmation code cannot be empty';
    if (problem === WRONG_CODE) {
      // The same form may have spent the code meanwhile.
      await standsAt(context, uid, 'second-factor');
      await recordSecurityEvent(context.database.db, {
        kind: 'second-factor-failed',
        sub: account.sub,
        actor: 'unknown',
        visit: visitOf(request),
      });
    }
    if (problem) return sendPage(reply.code(422), pages, await renderSecondFactor(context, uid, account, { code: problem }));
    return reply.redirect(await goOn(context, request, reply, { uid, account, methods: [...methods, 'otp'] }), 303);
  });
};

export async function renderSecondFactor(context: HostedContext, uid: string, account: Account, errors: FormErrors = {}): Promise<string> {
  const hasPasskeys = (await countPasskeys(context.database.db, account.sub)) > 0;
  const passkeys = hasPasskeys ? await offerPasskeys(context, uid, account) : null;
  return secondFactorPage({ ...signInView(context, uid, errors), hasApp: account.totpEnabled, passkeys });
}
