/** `/account/passkeys`: adding passkeys and removing them. */
import type { Db } from '@site/platform/database';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createPasskeyRepository } from '../accounts/passkey.repository';
import { hasMade, LONGEST_NAME, MOST_PASSKEYS, offerRegistration, registerPasskey, removePasskey } from '../accounts/passkeys';
import { accountLinks, accountView, bindingOf, LAST_FACTOR, openAccountWithPassword, recordChange, wrongPassword } from './account-view';
import { type HostedContext, sendPage } from './hosted-scope';
import { PASSKEY_NOT_ADDED, recoveryCodesPage } from './pages/factor-pages';
import { addPasskeyPage, createPasskeyPage, removePasskeyPage } from './pages/passkey-pages';
import { answerText, text } from './password.route';
import type { HostedSession } from './session';

const passkeyParams = z.object({ id: z.string().max(1400) });

export const accountPasskeyRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { pages } = context;
  const passkeys = createPasskeyRepository(context.database.db);
  const links = accountLinks(context);
  const view = (session: HostedSession) => accountView(context, session);

  fastify.get('/account/passkeys/add', async (request, reply) => {
    const session = await openAccountWithPassword(context, request, reply);
    return session ? sendPage(reply, pages, addPasskeyPage({ ...view(session), errors: {}, name: '' })) : reply;
  });

  fastify.post(
    '/account/passkeys/add',
    { schema: { body: z.object({ csrf: text, name: text, password: text }) } },
    async (request, reply) => {
      const session = await openAccountWithPassword(context, request, reply, request.body.csrf);
      if (!session) return reply;
      const { name, password } = request.body;
      const errors = nameErrors(name) ?? (await tooMany(session)) ?? (await wrongPassword(context, session.account, password));
      if (errors) return sendPage(reply.code(422), pages, addPasskeyPage({ ...view(session), errors, name }));
      // The challenge is given to nobody who does not know the password, and adding a passkey takes the challenge.
      const options = await offerRegistration(context, session.account, bindingOf(session));
      return sendPage(reply, pages, createPasskeyPage({ ...view(session), name, options }));
    },
  );

  fastify.post(
    '/account/passkeys',
    { schema: { body: z.object({ csrf: text, name: text, answer: answerText }) } },
    async (request, reply) => {
      const session = await openAccountWithPassword(context, request, reply, request.body.csrf);
      if (!session) return reply;
      const { name, answer } = request.body;
      const made = await registerPasskey(context, session.account, { binding: bindingOf(session), name, answer }, (tx) =>
        recordChange(tx, request, session.account, 'passkey-added'),
      );
      // The form comes again, and has added it.
      if (!made && (await hasMade(context.database.db, session.account, answer))) return reply.redirect(links.home, 303);
      if (!made) return sendPage(reply.code(422), pages, addPasskeyPage({ ...view(session), errors: { '': PASSKEY_NOT_ADDED }, name }));
      if (made.codes.length > 0) return sendPage(reply, pages, recoveryCodesPage(pages.site, made.codes, links.home));
      return reply.redirect(links.home, 303);
    },
  );

  fastify.get('/account/passkeys/:id/remove', { schema: { params: passkeyParams } }, async (request, reply) => {
    const session = await openAccountWithPassword(context, request, reply);
    if (!session) return reply;
    const passkey = await ownPasskey(session, request.params.id);
    return passkey ? sendPage(reply, pages, removePasskeyPage({ ...view(session), errors: {}, passkey })) : reply.redirect(links.home, 303);
  });

  fastify.post(
    '/account/passkeys/:id/remove',
    { schema: { params: passkeyParams, body: z.object({ csrf: text, password: text }) } },
    async (request, reply) => {
      const session = await openAccountWithPassword(context, request, reply, request.body.csrf);
      if (!session) return reply;
      const passkey = await ownPasskey(session, request.params.id);
      if (!passkey) return reply.redirect(links.home, 303);
      const record = (tx: Db) => recordChange(tx, request, session.account, 'passkey-removed');
      const refused = async () => ((await removePasskey(context, session.account, passkey.id, record)) ? null : { '': LAST_FACTOR });
      const errors = (await wrongPassword(context, session.account, request.body.password)) ?? (await refused());
      if (errors) return sendPage(reply.code(422), pages, removePasskeyPage({ ...view(session), errors, passkey }));
      return reply.redirect(links.home, 303);
    },
  );

  const ownPasskey = async ({ account }: HostedSession, id: string) =>
    (await passkeys.list(account.sub)).find((passkey) => passkey.id === id);

  const tooMany = async ({ account }: HostedSession) =>
    (await passkeys.list(account.sub)).length < MOST_PASSKEYS
      ? null
      : { '': `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.` };
};

function nameErrors(name: string) {
  if (!name.trim()) return { name: 'Name cannot be empty' };
  return name.trim().length > LONGEST_NAME ? { name: `The name may have at most ${LONGEST_NAME} characters` } : null;
}
