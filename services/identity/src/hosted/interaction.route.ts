/** `/interaction/:uid`: where the OpenID provider sends whoever has to sign in. */
import type { Db } from '@site/platform/database';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isOwnProvider, offeredProviders } from '../config';
import { createUpstreams } from '../federation/upstream';
import { federationCallback, federationRoutes } from './federation.route';
import type { HostedContext } from './hosted-scope';
import { enrolmentRoutes } from './enrolment.route';
import {
  assertOwnForm,
  cancelled,
  finishSignIn,
  goOn,
  leadOn,
  openComplete,
  openInteraction,
  openStep,
  signedIn,
  signInLinks,
} from './interaction';
import { passkeyRoutes } from './passkey.route';
import { params, passwordRoutes, text } from './password.route';
import { resetRoutes } from './reset.route';
import { secondFactorRoutes } from './second-factor.route';
import { leaveStep } from './sign-in-steps';

export const interactionRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const upstreams = createUpstreams(context);
  const prefix = '/interaction/:uid';

  fastify.get(prefix, { schema: { params } }, async (request, reply) => {
    const { uid, prompt, params: asked } = await openInteraction(context, request, reply);
    // The site is ours: consent is given, also where it is asked for. A program on somebody's machine asks for the password instead.
    if (prompt.name === 'consent' && !request.program)
      return reply.redirect(await context.host.provider().interactionResult(request.raw, reply.raw, { consent: {} }), 303);
    const wanted = asked.identity_provider;
    const links = signInLinks(context, uid);
    if (isOwnProvider(wanted)) return reply.redirect(links.password, 303);
    const provider = offeredProviders(context.config).find((name) => name === wanted);
    if (provider) return reply.redirect(links.provider(provider), 303);
    const refusal = { error: 'invalid_request', error_description: 'The requested identity provider is not enabled.' };
    return reply.redirect(await finishSignIn(context, request, reply, uid, refusal), 303);
  });

  fastify.post(`${prefix}/cancel`, { schema: { params, body: z.object({ csrf: text }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    assertOwnForm(context, uid, request.body.csrf);
    return reply.redirect(await finishSignIn(context, request, reply, uid, cancelled('The sign-in was cancelled.')), 303);
  });

  // Where another provider, or a page of recovery codes, leads back to.
  const proof = z.object({ proof: text.default('') });
  fastify.get(`${prefix}/complete`, { schema: { params, querystring: proof } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const { sub, methods: ways } = await openComplete(context, uid, request.query.proof);
    if (sub === null) {
      const result = cancelled(`The sign-in at ${ways[1]} was cancelled.`);
      return reply.redirect(await finishSignIn(context, request, reply, uid, result), 303);
    }
    const { account, step, methods } = await openStep(context, uid, 'finish', 'ended');
    // Written down already: another request of the same browser has ended it, or is about to.
    if (step === 'ended') return reply.redirect(await finishSignIn(context, request, reply, uid, signedIn(account.sub, methods)), 303);
    const spend = (tx: Db) => leaveStep(tx, uid, account.sub, 'finish');
    const page = await goOn(context, request, reply, { uid, account, methods, spend });
    return page === null ? leadOn(context, uid) : reply.redirect(page, 303);
  });

  await fastify.register(passwordRoutes, { prefix, context });
  await fastify.register(resetRoutes, { prefix, context });
  await fastify.register(passkeyRoutes, { prefix, context });
  await fastify.register(secondFactorRoutes, { prefix, context });
  await fastify.register(enrolmentRoutes, { prefix, context });
  await fastify.register(federationRoutes, { prefix, context, upstreams });
  await fastify.register(federationCallback, { context, upstreams });
};
