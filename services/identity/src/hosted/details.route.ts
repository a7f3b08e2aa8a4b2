/** `/account/details` and `/account/email`: what people correct about themselves. It asks for the current password of whoever has one. */
import { emailSchema, lineSchema, phoneSchema } from '@site/contracts/api/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createAccountRepository, normalizeEmail } from '../accounts/account.repository';
import { changeDetails, confirmEmailChange, pendingEmail, requestEmailChange } from '../accounts/details';
import type { MemberRecord } from '../member-record';
import { visitOf } from '../sessions/visit';
import { accountLinks, accountView, openAccount, wrongPassword } from './account-view';
import { type HostedContext, sendPage } from './hosted-scope';
import { changeEmailPage, confirmEmailPage, detailsPage, type DetailsView } from './pages/details-pages';
import { type FormErrors, NO_CODE, TOO_OFTEN, WRONG_MAILED_CODE } from './pages/form';
import { text } from './password.route';
import type { HostedSession } from './session';

export interface DetailsOptions {
  context: HostedContext;
  members: MemberRecord;
}

export const detailsRoutes: FastifyPluginAsyncZod<DetailsOptions> = async (fastify, { context, members }) => {
  const { config, database, pages } = context;
  const links = accountLinks(context);

  const details = (session: HostedSession, typed: DetailsView['typed'], errors: FormErrors = {}) =>
    detailsPage({ ...accountView(context, session), typed, errors, hasPassword: session.account.passwordHash !== null });

  fastify.get('/account/details', async (request, reply) => {
    const session = await openAccount(context, request, reply);
    if (!session) return reply;
    const { sub, fullName, phone } = session.account;
    return sendPage(reply, pages, details(session, { fullName, phone, location: await members.readLocation(database.db, sub) }));
  });

  fastify.post(
    '/account/details',
    { schema: { body: z.object({ csrf: text, fullName: text, phone: text, location: text, password: text }) } },
    async (request, reply) => {
      const { csrf, fullName, phone, location, password } = request.body;
      const session = await openAccount(context, request, reply, csrf);
      if (!session) return reply;
      const { account } = session;
      const hasLocation = (await members.readLocation(database.db, account.sub)) !== null;
      const typed = { fullName, phone: phone.trim(), location: hasLocation ? location : null };
      const errors = {
        ...problemOf('fullName', lineSchema('Enter your full name'), fullName),
        ...problemOf('phone', phoneSchema, typed.phone),
        ...(hasLocation && problemOf('location', lineSchema('Enter your city and state'), location)),
      };
      const refused = Object.keys(errors).length > 0 ? errors : await wrongPassword(context, account, password);
      if (refused) return sendPage(reply.code(422), pages, details(session, typed, refused));
      const change = { fullName: fullName.trim(), phone: typed.phone, ...(hasLocation && { location: location.trim() }) };
      await changeDetails(context, members, account, change, visitOf(request));
      return reply.redirect(links.home, 303);
    },
  );

  fastify.get('/account/email', async (request, reply) => {
    const session = await withPassword(request, reply);
    return session ? sendPage(reply, pages, changeEmailPage({ ...accountView(context, session), errors: {}, typed: '' })) : reply;
  });

  fastify.post('/account/email', { schema: { body: z.object({ csrf: text, email: text, password: text }) } }, async (request, reply) => {
    const { csrf, email, password } = request.body;
    const session = await withPassword(request, reply, csrf);
    if (!session) return reply;
    const refuse = (errors: FormErrors) =>
      sendPage(reply.code(422), pages, changeEmailPage({ ...accountView(context, session), errors, typed: email }));
    const errors = problemOf('email', emailSchema, email.trim()) ?? (await wrongPassword(context, session.account, password));
    if (errors) return refuse(errors);
    if (normalizeEmail(email) === session.account.email) return refuse({ email: 'This is your email address already' });
    if (!(await requestEmailChange(context, session.account, email))) return refuse({ '': TOO_OFTEN });
    return reply.redirect(links.confirmEmail, 303);
  });

  fastify.get('/account/email/confirm', async (request, reply) => {
    const session = await withPassword(request, reply);
    if (!session) return reply;
    const newEmail = await pendingEmail(context, session.account.sub);
    return newEmail === null ? reply.redirect(links.home, 303) : sendPage(reply, pages, confirm(session, newEmail));
  });

  fastify.post(
    '/account/email/confirm',
    { schema: { body: z.object({ csrf: text, code: text, email: text }) } },
    async (request, reply) => {
      const { csrf, code, email } = request.body;
      const session = await withPassword(request, reply, csrf);
      if (!session) return reply;
      const { sub } = session.account;
      if (code.trim() && (await confirmEmailChange(context, members, session.account, code, visitOf(request))))
        return reply.redirect(links.home, 303);
      const newEmail = await pendingEmail(context, sub);
      if (newEmail !== null)
        return sendPage(reply.code(422), pages, confirm(session, newEmail, { code: code.trim() ? WRONG_MAILED_CODE : NO_CODE }));
      // The form comes again: the account has the address by now that the form was to give it.
      if ((await createAccountRepository(database.db).find(sub))?.email === email) return reply.redirect(links.home, 303);
      const view = { ...accountView(context, session), errors: { '': WRONG_MAILED_CODE }, typed: email };
      return sendPage(reply.code(422), pages, changeEmailPage(view));
    },
  );

  const confirm = (session: HostedSession, newEmail: string, errors: FormErrors = {}) =>
    confirmEmailPage({ ...accountView(context, session), errors, newEmail, codeMinutes: config.resetCodeMinutes });

  async function withPassword(request: FastifyRequest, reply: FastifyReply, csrf?: string): Promise<HostedSession | null> {
    const session = await openAccount(context, request, reply, csrf);
    if (!session || session.account.passwordHash) return session;
    void reply.redirect(links.details, 303);
    return null;
  }
};

interface Schema {
  safeParse(value: string): { success: boolean; error?: { issues: { message: string }[] } };
}

const problemOf = (field: string, schema: Schema, value: string): FormErrors | undefined => {
  const message = schema.safeParse(value).error?.issues[0]?.message;
  return message === undefined ? undefined : { [field]: message };
};
