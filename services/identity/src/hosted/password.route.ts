/** Sign-in with e-mail and password, and the new password after a temporary one. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createAccountRepository } from '../accounts/account.repository';
import { describePasswordRules, passwordProblem } from '../accounts/password-policy';
import type { PasswordOwner } from '../accounts/password-strength';
import { changePassword, checkPassword } from '../accounts/passwords';
import { offeredProviders } from '../config';
import { visitOf } from '../sessions/visit';
import { knownAccounts } from './device-cookie';
import { signInExpired } from './hosted-error';
import { type HostedContext, sendPage } from './hosted-scope';
import { afterPassword, assertOwnForm, finishSignIn, openInteraction, signedIn, signInView } from './interaction';
import type { FormErrors } from './pages/form';
import { newPasswordPage, signInPage } from './pages/sign-in-pages';
import { readStep } from './sign-in-steps';

export const params = z.object({ uid: z.string() });
export const text = z.string().max(1000).default('');

const REFUSALS = {
  refused: 'The e-mail address or the password is not right.',
  locked: 'There were too many attempts. Please, wait a little before you try again.',
  expired: 'This temporary password has expired. Choose "Forgot your password?" to get in.',
};

export const passwordRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { config, database, pages } = context;
  const accounts = createAccountRepository(database.db);
  const rules = describePasswordRules(config.password);

  const signIn = (uid: string, email: string, errors: FormErrors = {}) =>
    signInPage({ ...signInView(context, uid, errors), email, providers: offeredProviders(config) });

  fastify.get('/password', { schema: { params } }, async (request, reply) => {
    const { uid, params: asked } = await openInteraction(context, request, reply);
    return sendPage(reply, pages, signIn(uid, asked.login_hint ?? ''));
  });

  fastify.post('/password', { schema: { params, body: z.object({ csrf: text, email: text, password: text }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { csrf, email, password } = request.body;
    assertOwnForm(context, uid, csrf);
    const empty = { ...(!email.trim() && { email: 'Email cannot be empty' }), ...(!password && { password: 'Password cannot be empty' }) };
    if (Object.keys(empty).length > 0) return sendPage(reply.code(422), pages, signIn(uid, email, empty));

    const check = await checkPassword(context, email, password, {
      visit: visitOf(request),
      knownAs: knownAccounts(context, request, reply),
    });
    if (check.kind !== 'accepted') return sendPage(reply.code(422), pages, signIn(uid, email, { '': REFUSALS[check.kind] }));
    const { account } = check;
    const finish = () => finishSignIn(context, request, reply, uid, signedIn(account.sub, ['pwd']));
    return reply.redirect(await afterPassword(context, uid, account, finish), 303);
  });

  fastify.get('/new-password', { schema: { params } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const account = await accountAtStep(uid);
    return sendPage(reply, pages, newPasswordPage({ ...signInView(context, uid), rules, email: account.email }));
  });

  fastify.post(
    '/new-password',
    { schema: { params, body: z.object({ csrf: text, newPassword: text, repeatPassword: text }) } },
    async (request, reply) => {
      const { uid } = await openInteraction(context, request, reply);
      assertOwnForm(context, uid, request.body.csrf);
      const account = await accountAtStep(uid);
      const errors = await newPasswordErrors(context, request.body, account);
      if (errors) {
        return sendPage(reply.code(422), pages, newPasswordPage({ ...signInView(context, uid, errors), rules, email: account.email }));
      }
      await changePassword(context, account, request.body.newPassword, visitOf(request));
      const finish = () => finishSignIn(context, request, reply, uid, signedIn(account.sub, ['pwd']));
      return reply.redirect(await afterPassword(context, uid, { ...account, status: 'CONFIRMED' }, finish), 303);
    },
  );

  async function accountAtStep(uid: string) {
    const step = await readStep(database.db, uid, 'new-password');
    const account = step?.sub ? await accounts.findEnabled(step.sub) : undefined;
    if (!account) throw signInExpired();
    return account;
  }
};

/** What is wrong with a pair of typed passwords, by field; null if nothing is. */
export async function newPasswordErrors(
  context: HostedContext,
  typed: { newPassword: string; repeatPassword: string },
  owner: PasswordOwner,
): Promise<FormErrors | null> {
  const problem = await passwordProblem(typed.newPassword, owner, context.config);
  if (problem) return { newPassword: problem };
  return typed.newPassword === typed.repeatPassword ? null : { repeatPassword: 'The two passwords differ' };
}
