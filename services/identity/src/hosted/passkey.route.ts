/** Signing in with a passkey alone, and confirming a password with one. */
import type { Db } from '@site/platform/database';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { checkPasskey, ownerNamedBy } from '../accounts/passkeys';
import { recordSecurityEvent } from '../security/security-log';
import { visitOf } from '../sessions/visit';
import { type HostedContext, sendPage } from './hosted-scope';
import { assertOwnForm, goOn, leadOnIfProved, openInteraction, openStep, standsAt } from './interaction';
import { answerText, params, renderSignIn, text } from './password.route';
import { renderSecondFactor } from './second-factor.route';
import { leaveStep } from './sign-in-steps';

/** The script that asks for one fills in the answer. */
const NOT_ASKED = { '': 'Passkeys need JavaScript, and the script of this page did not run. Reload the page, or sign in another way.' };
const REFUSED = 'This passkey cannot be used here. Try again, or sign in another way.';

export const passkeyRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const schema = { params, body: z.object({ csrf: text, answer: answerText }) };

  fastify.post('/passkey', { schema }, async (request, reply) => {
    const { uid, params: asked } = await openInteraction(context, request, reply);
    assertOwnForm(context, uid, request.body.csrf);
    if (!request.body.answer)
      return sendPage(reply.code(422), context.pages, await renderSignIn(context, uid, asked.login_hint ?? '', NOT_ASKED));
    const checked = await checkPasskey(context, { binding: uid, answer: request.body.answer });
    const page = checked && (await goOn(context, request, reply, { uid, ...checked, methods: ['pop'] }));
    if (page !== null) return reply.redirect(page, 303);
    // The same form may have spent the challenge meanwhile.
    await leadOnIfProved(context, uid, 'pop');
    await recordSecurityEvent(context.database.db, {
      kind: 'passkey-refused',
      sub: (await ownerNamedBy(context, request.body.answer))?.sub ?? null,
      actor: 'unknown',
      visit: visitOf(request),
    });
    return sendPage(reply.code(422), context.pages, await renderSignIn(context, uid, asked.login_hint ?? '', { '': REFUSED }));
  });

  fastify.post('/passkey/confirm', { schema }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    assertOwnForm(context, uid, request.body.csrf);
    const { account, methods } = await openStep(context, uid, 'second-factor');
    if (!request.body.answer) return sendPage(reply.code(422), context.pages, await renderSecondFactor(context, uid, account, NOT_ASKED));
    const checked = await checkPasskey(context, { binding: uid, answer: request.body.answer, sub: account.sub });
    const spend = checked && (async (tx: Db) => (await checked.spend(tx)) && leaveStep(tx, uid, account.sub, 'second-factor'));
    const page = spend && (await goOn(context, request, reply, { uid, account, methods: [...methods, 'pop'], spend }));
    if (page !== null) return reply.redirect(page, 303);
    // The same form may have spent the challenge meanwhile.
    await standsAt(context, uid, 'second-factor');
    await recordSecurityEvent(context.database.db, {
      kind: 'second-factor-failed',
      sub: account.sub,
      actor: 'unknown',
      visit: visitOf(request),
    });
    return sendPage(reply.code(422), context.pages, await renderSecondFactor(context, uid, account, { '': REFUSED }));
  });
};
