/** Forgot password: ask for a code by mail, then choose a new password with it. */
import type { Db } from '@site/platform/database';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { normalizeEmail } from '../accounts/account.repository';
import { describePasswordRules } from '../accounts/password-policy';
import { spendMailedCode } from '../accounts/mailed-code';
import { checkResetCode, requestPasswordReset } from '../accounts/password-reset';
import { preparePassword } from '../accounts/passwords';
import { present } from '../present';
import { visitOf } from '../sessions/visit';
import { resetCode } from '../tables';
import { type HostedContext, sendPage } from './hosted-scope';
import { assertOwnForm, goOn, openInteraction, signInLinks, signInView, standsAt } from './interaction';
import { type FormErrors, NO_CODE, TOO_OFTEN, WRONG_MAILED_CODE } from './pages/form';
import { forgotPage, resetPage } from './pages/sign-in-pages';
import { newPasswordErrors, params, text } from './password.route';
import { saveStep } from './sign-in-steps';

export const resetRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { config, database, pages } = context;
  const rules = describePasswordRules(config.password);

  const forgot = (uid: string, email: string, errors: FormErrors = {}) => forgotPage({ ...signInView(context, uid, errors), email });
  const reset = (uid: string, email: string, errors: FormErrors = {}, code = '') =>
    resetPage({ ...signInView(context, uid, errors), rules, email, code, codeMinutes: config.resetCodeMinutes });

  fastify.get('/forgot', { schema: { params } }, async (request, reply) => {
    const { uid, params: asked } = await openInteraction(context, request, reply);
    return sendPage(reply, pages, forgot(uid, asked.login_hint ?? ''));
  });

  fastify.post('/forgot', { schema: { params, body: z.object({ csrf: text, email: text }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { csrf, email } = request.body;
    assertOwnForm(context, uid, csrf);
    if (!z.email().safeParse(email.trim()).success) {
      const problem = email.trim() ? 'Enter a valid e-mail address' : 'Email cannot be empty';
      return sendPage(reply.code(422), pages, forgot(uid, email, { email: problem }));
    }
    const isAllowed = await requestPasswordReset(context, email);
    const address = normalizeEmail(email);
    await saveStep(database.db, uid, { step: 'reset', email: address });
    // The code of an earlier mail is taken: by asking too often, nobody keeps the owner from using it.
    if (!isAllowed) return sendPage(reply.code(422), pages, reset(uid, address, { '': TOO_OFTEN }));
    return reply.redirect(signInLinks(context, uid).reset, 303);
  });

  fastify.get('/reset', { schema: { params } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    return sendPage(reply, pages, reset(uid, await emailAtStep(uid)));
  });

  fastify.post(
    '/reset',
    { schema: { params, body: z.object({ csrf: text, code: text, newPassword: text, repeatPassword: text }) } },
    async (request, reply) => {
      const { uid } = await openInteraction(context, request, reply);
      const { csrf, code, ...typed } = request.body;
      assertOwnForm(context, uid, csrf);
      const email = await emailAtStep(uid);
      const errors = {
        ...(!code.trim() && { code: NO_CODE }),
        ...(await newPasswordErrors(context, typed, { email })),
      };
      if (Object.keys(errors).length > 0) return sendPage(reply.code(422), pages, reset(uid, email, errors, code));

      const account = await checkResetCode(context, email, code, visitOf(request), () => emailAtStep(uid));
      if (!account) return sendPage(reply.code(422), pages, reset(uid, email, { code: WRONG_MAILED_CODE }));
      // Whoever has the code may learn that the password is made of the owner's name; nobody else may.
      const problems = await newPasswordErrors(context, typed, account);
      if (problems) return sendPage(reply.code(422), pages, reset(uid, email, problems, code));
      const setPassword = await preparePassword(context, account, typed.newPassword, visitOf(request));
      const spend = async (tx: Db) => {
        if (!(await spendMailedCode(tx, resetCode, account.sub))) return false;
        await setPassword(tx);
        return true;
      };
      const confirmed = { ...account, status: 'CONFIRMED' } as const;
      const page = await goOn(context, request, reply, { uid, account: confirmed, methods: ['pwd'], byMail: true, spend });
      // The same form has spent the code meanwhile, or one in another sign-in: that leaves this one where it stands.
      return page === null
        ? sendPage(reply.code(422), pages, reset(uid, await emailAtStep(uid), { code: WRONG_MAILED_CODE }))
        : reply.redirect(page, 303);
    },
  );

  async function emailAtStep(uid: string): Promise<string> {
    return present((await standsAt(context, uid, 'reset')).email, 'address at the step');
  }
};
