/** Sign-in with e-mail and password, and the new password after a temporary one. */
import type { Db } from '@site/platform/database';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { describePasswordRules, passwordProblem } from '../accounts/password-policy';
import { offerPasskeys } from '../accounts/passkeys';
import type { PasswordOwner } from '../accounts/password-strength';
import { checkPassword, isPassword, preparePassword } from '../accounts/passwords';
import { offeredProviders } from '../config';
import { visitOf } from '../sessions/visit';
import { knownAccounts } from './device-cookie';
import { type HostedContext, sendPage } from './hosted-scope';
import { assertOwnForm, goOn, leadOn, openInteraction, openStep, signInView } from './interaction';
import { type FormErrors, TOO_OFTEN } from './pages/form';
import { newPasswordPage, signInPage } from './pages/sign-in-pages';
import { leaveStep } from './sign-in-steps';

export const params = z.object({ uid: z.string() });
export const text = z.string().max(1000).default('');
/** What a browser made with a passkey, as JSON. */
export const answerText = z.string().max(12_000).default('');

const REFUSALS = {
  refused: 'The e-mail address or the password is not right.',
  locked: TOO_OFTEN,
  expired: 'This temporary password has expired. Choose "Forgot your password?" to get in.',
};

export const passwordRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { config, pages } = context;
  const rules = describePasswordRules(config.password);

  fastify.get('/password', { schema: { params } }, async (request, reply) => {
    const { uid, params: asked } = await openInteraction(context, request, reply);
    return sendPage(reply, pages, await renderSignIn(context, uid, asked.login_hint ?? ''));
  });

  fastify.post('/password', { schema: { params, body: z.object({ csrf: text, email: text, password: text }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { csrf, email, password } = request.body;
    assertOwnForm(context, uid, csrf);
    const empty = { ...(!email.trim() && { email: 'Email cannot be empty' }), ...(!password && { password: 'Password cannot be empty' }) };
    if (Object.keys(empty).length > 0) return sendPage(reply.code(422), pages, await renderSignIn(context, uid, email, empty));

    const check = await checkPassword(context, email, password, {
      visit: visitOf(request),
      knownAs: knownAccounts(context, request, reply),
    });
    const refuse = async (kind: keyof typeof REFUSALS) =>
      sendPage(reply.code(422), pages, await renderSignIn(context, uid, email, { '': REFUSALS[kind] }));
    if (check.kind !== 'accepted') return refuse(check.kind);
    const { account } = check;
    // Not changed since: a change ends what came with the old one.
    const spend = (tx: Db) => isPassword(context, tx, account, password);
    const page = await goOn(context, request, reply, { uid, account, methods: ['pwd'], spend });
    return page === null ? refuse('refused') : reply.redirect(page, 303);
  });

  fastify.get('/new-password', { schema: { params } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { account } = await openStep(context, uid, 'new-password');
    return sendPage(reply, pages, newPasswordPage({ ...signInView(context, uid), rules, email: account.email }));
  });

  fastify.post(
    '/new-password',
    { schema: { params, body: z.object({ csrf: text, newPassword: text, repeatPassword: text }) } },
    async (request, reply) => {
      const { uid } = await openInteraction(context, request, reply);
      assertOwnForm(context, uid, request.body.csrf);
      const { account } = await openStep(context, uid, 'new-password');
      const errors = await newPasswordErrors(context, request.body, account);
      if (errors) {
        return sendPage(reply.code(422), pages, newPasswordPage({ ...signInView(context, uid, errors), rules, email: account.email }));
      }
      const setPassword = await preparePassword(context, account, request.body.newPassword, visitOf(request));
      const spend = async (tx: Db) => {
        if (!(await leaveStep(tx, uid, account.sub, 'new-password'))) return false;
        await setPassword(tx);
        return true;
      };
      const confirmed = { ...account, status: 'CONFIRMED' } as const;
      const page = await goOn(context, request, reply, { uid, account: confirmed, methods: ['pwd'], byMail: true, spend });
      return page === null ? leadOn(context, uid) : reply.redirect(page, 303);
    },
  );
};

export async function renderSignIn(context: HostedContext, uid: string, email: string, errors: FormErrors = {}): Promise<string> {
  const passkeys = await offerPasskeys(context, uid);
  return signInPage({ ...signInView(context, uid, errors), email, providers: offeredProviders(context.config), passkeys });
}

/** What is wrong with a pair of typed passwords, by field; null if nothing is. */
export async function newPasswordErrors(
  context: HostedContext,
  typed: { newPassword: string; repeatPassword: string },
  owner: PasswordOwner,
): Promise<FormErrors | null> {
  const problem = await passwordProblem(typed.newPassword, owner, context.config, context.breached);
  if (problem) return { newPassword: problem };
  return typed.newPassword === typed.repeatPassword ? null : { repeatPassword: 'The two passwords differ' };
}
