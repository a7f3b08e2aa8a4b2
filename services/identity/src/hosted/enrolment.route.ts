/**
 * Setting up a second factor within a sign-in, for whoever must have one and has none. No code is issued before. Whoever came with a password alone
 * enters a code first that is mailed to the account.
 */
import type { Db } from '@site/platform/database';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { awaitsEnrolmentCode, mailEnrolmentCode, takeEnrolmentCode } from '../accounts/mailed-code';
import { offerRegistration, registerPasskey, registerPasskeyAgain } from '../accounts/passkeys';
import { finishEnrolment, startEnrolment } from '../accounts/second-factor';
import { recordSecurityEvent } from '../security/security-log';
import { visitOf } from '../sessions/visit';
import type { Account } from '../tables';
import { signInExpired } from './hosted-error';
import { type HostedContext, sendPage } from './hosted-scope';
import { recordChange } from './account-view';
import { assertOwnForm, completeLink, openInteraction, openStep, signInLinks, signInView, standsAt, unlessLeft } from './interaction';
import { APP_REFUSALS, NO_MAILED_CODE, PASSKEY_NOT_ADDED, enrolmentPage, mailedCodePage, recoveryCodesPage } from './pages/factor-pages';
import { type FormErrors, NO_CODE, TOO_OFTEN, WRONG_MAILED_CODE } from './pages/form';
import { answerText, params, text } from './password.route';
import { moveStep } from './sign-in-steps';

export const enrolmentRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { config, database, pages } = context;

  fastify.get('/enrolment', { schema: { params } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { account, email } = await openStep(context, uid, 'enrolment');
    if (email === account.email) return sendPage(reply, pages, await render(uid, account));
    return sendPage(
      reply,
      pages,
      renderMailedCode(uid, account, (await awaitsEnrolmentCode(context, account)) ? {} : { '': NO_MAILED_CODE }),
    );
  });

  fastify.post('/enrolment/code', { schema: { params, body: z.object({ csrf: text, code: text }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { csrf, code } = request.body;
    assertOwnForm(context, uid, csrf);
    const { account, methods, email } = await openStep(context, uid, 'enrolment');
    // The form comes again.
    if (email === account.email) return reply.redirect(signInLinks(context, uid).enrolment, 303);
    if (!code.trim()) return sendPage(reply.code(422), pages, renderMailedCode(uid, account, { code: NO_CODE }));
    const confirmed = { step: 'enrolment', methods, email: account.email } as const;
    const move = (tx: Db) => moveStep(tx, { uid, sub: account.sub, from: ['enrolment'] }, confirmed);
    if (await unlessLeft(context, uid, takeEnrolmentCode(context, account, code, move)))
      return reply.redirect(signInLinks(context, uid).enrolment, 303);
    // The same form may have spent the code meanwhile.
    const now = await standsAt(context, uid, 'enrolment');
    if (now.email === account.email) return reply.redirect(signInLinks(context, uid).enrolment, 303);
    const event = { kind: 'second-factor-failed', sub: account.sub, actor: 'unknown', visit: visitOf(request) } as const;
    await recordSecurityEvent(database.db, event);
    return sendPage(reply.code(422), pages, renderMailedCode(uid, account, { code: WRONG_MAILED_CODE }));
  });

  fastify.post('/enrolment/mail', { schema: { params, body: z.object({ csrf: text }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    assertOwnForm(context, uid, request.body.csrf);
    const { account } = await openStep(context, uid, 'enrolment');
    if (!(await mailEnrolmentCode(context, account)))
      return sendPage(reply.code(422), pages, renderMailedCode(uid, account, { '': TOO_OFTEN }));
    return reply.redirect(signInLinks(context, uid).enrolment, 303);
  });

  fastify.post(
    '/enrolment/app',
    { schema: { params, body: z.object({ csrf: text, code: text, sealed: text }) } },
    async (request, reply) => {
      const { uid } = await openInteraction(context, request, reply);
      const { csrf, code, sealed } = request.body;
      assertOwnForm(context, uid, csrf);
      const { account, methods } = await openFor(uid, 'otp');
      if (!code.trim()) return sendPage(reply.code(422), pages, await render(uid, account, { code: NO_CODE }, sealed));
      const enrolled = finishEnrolment(context, account, { binding: bindingOf(uid, account), sealed, code }, async (tx, isAgain) => {
        if (!isAgain) await recordChange(tx, request, account, 'second-factor-on');
        await finish(tx, uid, account, [...methods, 'otp']);
      });
      const codes = await unlessLeft(context, uid, enrolled);
      if (typeof codes === 'string') return sendPage(reply.code(422), pages, await render(uid, account, APP_REFUSALS[codes], sealed));
      return sendPage(reply, pages, recoveryCodesPage(pages.site, codes, completeLink(context, uid, account.sub)));
    },
  );

  fastify.post('/enrolment/passkey', { schema: { params, body: z.object({ csrf: text, answer: answerText }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { csrf, answer } = request.body;
    assertOwnForm(context, uid, csrf);
    const { account, methods, isAgain } = await openFor(uid, 'pop');
    const register = () =>
      registerPasskey(context, account, { binding: bindingOf(uid, account), name: '', answer }, async (tx) => {
        await recordChange(tx, request, account, 'passkey-added');
        await finish(tx, uid, account, [...methods, 'pop']);
      });
    // The same form may have set it up meanwhile.
    const made = (isAgain ? null : await unlessLeft(context, uid, register())) ?? (await passkeyAgain(uid, answer));
    if (!made) return sendPage(reply.code(422), pages, await render(uid, account, { '': PASSKEY_NOT_ADDED }));
    const next = completeLink(context, uid, account.sub);
    // Codes of an earlier factor still hold.
    if (made.codes.length === 0) return reply.redirect(next, 303);
    return sendPage(reply, pages, recoveryCodesPage(pages.site, made.codes, next));
  });

  /**
   * For the form of a factor, which may come again after it has set that up: its recovery codes may not have been seen.
   * @throws the page 'expired' for whoever did not enter the mailed code.
   */
  async function openFor(uid: string, method: 'otp' | 'pop') {
    const { account, step, methods, email } = await openStep(context, uid, 'enrolment', 'finish');
    const isAgain = step === 'finish' && methods.includes(method);
    if (!isAgain && email !== account.email) throw signInExpired();
    return { account, methods: methods.filter((one) => one !== method), isAgain };
  }

  /** What the form leads to by which a passkey was set up in this sign-in; null if none was. @throws the page 'expired' for the form of another one. */
  async function passkeyAgain(uid: string, answer: string) {
    const { account, methods, isAgain } = await openFor(uid, 'pop');
    if (!isAgain) return null;
    const stay = (tx: Db) => moveStep(tx, { uid, sub: account.sub, from: ['finish'] }, { step: 'finish', methods: [...methods, 'pop'] });
    const made = await unlessLeft(context, uid, registerPasskeyAgain(context, account, answer, stay));
    if (!made) throw signInExpired();
    return made;
  }

  const renderMailedCode = (uid: string, { email }: Account, errors: FormErrors = {}) =>
    mailedCodePage({ ...signInView(context, uid, errors), email, codeMinutes: config.resetCodeMinutes });

  async function render(uid: string, account: Account, errors: FormErrors = {}, sealed?: string): Promise<string> {
    const binding = bindingOf(uid, account);
    const app = startEnrolment(context, account, binding, sealed);
    const passkeyOptions = await offerRegistration(context, account, binding);
    return enrolmentPage({ ...signInView(context, uid, errors), app, passkeyOptions });
  }

  /** The codes are shown before the sign-in ends: nobody is led away from them unseen. */
  const finish = (tx: Db, uid: string, { sub }: Account, methods: string[]) =>
    moveStep(tx, { uid, sub, from: ['enrolment', 'finish'] }, { step: 'finish', methods });
};

const bindingOf = (uid: string, account: Account) => `${uid}:${account.sub}`;
