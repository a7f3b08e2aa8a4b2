/** Setting up a second factor within a sign-in, for whoever must have one and has none. No code is issued before. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { offerRegistration, registerPasskey } from '../accounts/passkeys';
import { finishEnrolment, startEnrolment } from '../accounts/second-factor';
import type { Account } from '../tables';
import { type HostedContext, sendPage } from './hosted-scope';
import { recordChange } from './account-view';
import { assertOwnForm, goOn, openInteraction, openStep, signInLinks, signInView } from './interaction';
import { PASSKEY_NOT_ADDED, WRONG_CODE, enrolmentPage, recoveryCodesPage } from './pages/factor-pages';
import type { FormErrors } from './pages/form';
import { answerText, params, text } from './password.route';
import { saveStep } from './sign-in-steps';

export const enrolmentRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { database, pages } = context;

  fastify.get('/enrolment', { schema: { params } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { account } = await openStep(context, uid, 'enrolment');
    return sendPage(reply, pages, await render(uid, account));
  });

  fastify.post(
    '/enrolment/app',
    { schema: { params, body: z.object({ csrf: text, code: text, sealed: text }) } },
    async (request, reply) => {
      const { uid } = await openInteraction(context, request, reply);
      const { csrf, code, sealed } = request.body;
      assertOwnForm(context, uid, csrf);
      const { account, methods } = await openStep(context, uid, 'enrolment');
      const codes = await finishEnrolment(context, account, { binding: bindingOf(uid, account), sealed, code });
      if (!codes) return sendPage(reply.code(422), pages, await render(uid, account, { code: WRONG_CODE }, sealed));
      await recordChange(context, request, account, 'second-factor-on');
      return sendPage(reply, pages, await finish(uid, account, [...methods, 'otp'], codes));
    },
  );

  fastify.post('/enrolment/passkey', { schema: { params, body: z.object({ csrf: text, answer: answerText }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { csrf, answer } = request.body;
    assertOwnForm(context, uid, csrf);
    const { account, methods } = await openStep(context, uid, 'enrolment');
    const made = await registerPasskey(context, account, { binding: bindingOf(uid, account), name: '', answer });
    if (!made) return sendPage(reply.code(422), pages, await render(uid, account, { '': PASSKEY_NOT_ADDED }));
    await recordChange(context, request, account, 'passkey-added');
    const proved = [...methods, 'pop'];
    // Codes of an earlier factor still hold.
    if (made.codes.length === 0) return reply.redirect(await goOn(context, request, reply, { uid, account, methods: proved }), 303);
    return sendPage(reply, pages, await finish(uid, account, proved, made.codes));
  });

  async function render(uid: string, account: Account, errors: FormErrors = {}, sealed?: string): Promise<string> {
    const binding = bindingOf(uid, account);
    const app = startEnrolment(context, account, binding, sealed);
    const passkeyOptions = await offerRegistration(context, account, binding);
    return enrolmentPage({ ...signInView(context, uid, errors), app, passkeyOptions });
  }

  /** The codes are shown before the sign-in ends: nobody is led away from them unseen. */
  async function finish(uid: string, account: Account, methods: string[], codes: string[]): Promise<string> {
    await saveStep(database.db, uid, { step: 'finish', sub: account.sub, methods });
    return recoveryCodesPage(pages.site, codes, signInLinks(context, uid).complete);
  }
};

const bindingOf = (uid: string, account: Account) => `${uid}:${account.sub}`;
