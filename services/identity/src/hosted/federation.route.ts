/** Continue with Google or LinkedIn: at the provider itself, or with the development chooser that stands in for it. */
import { networkOf } from '@site/platform/network';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createAccountRepository } from '../accounts/account.repository';
import { offeredProviders, type ProviderName } from '../config';
import { matchAccount } from '../federation/match-account';
import { CALLBACK_PATH, type UpstreamResult, type Upstreams } from '../federation/upstream';
import { recordSecurityEvent } from '../security/security-log';
import { createSignInLimiter } from '../oidc/sign-in-limiter';
import { visitOf } from '../sessions/visit';
import { HostedError, signInExpired } from './hosted-error';
import { type HostedContext, sendPage } from './hosted-scope';
import { assertOwnForm, completeLink, goOn, openInteraction, signInLinks, signInView } from './interaction';
import { noAccountPage } from './pages/plain-pages';
import { chooserPage } from './pages/sign-in-pages';
import { text } from './password.route';
import { saveStep } from './sign-in-steps';

const MOST_CHOICES = 50;
const params = z.object({ uid: z.string(), provider: z.string() });
type Parts = { context: HostedContext; upstreams: Upstreams };

/** Below `/interaction/:uid`. */
export const federationRoutes: FastifyPluginAsyncZod<Parts> = async (fastify, { context, upstreams }) => {
  const { config, database, pages } = context;
  const accounts = createAccountRepository(database.db);
  const limiter = createSignInLimiter(context);

  fastify.get('/with/:provider', { schema: { params } }, async (request, reply) => {
    const { uid, params: asked } = await openInteraction(context, request, reply);
    const provider = offered(context, request.params.provider);
    if (config.upstreams[provider]) {
      await limiter.consume(networkOf(request.ip));
      const url = await upstreams.start(provider, uid, asked.login_hint).catch((cause: unknown) => {
        request.log.warn({ err: cause, provider }, 'an upstream identity provider cannot be reached');
        throw unreachable(provider);
      });
      return reply.redirect(url.href, 303);
    }
    const choices = (await accounts.list(MOST_CHOICES)).filter((account) => account.enabled);
    return sendPage(reply, pages, chooserPage({ ...signInView(context, uid), provider, accounts: choices }));
  });

  fastify.post('/with/:provider', { schema: { params, body: z.object({ csrf: text, sub: text }) } }, async (request, reply) => {
    const { uid } = await openInteraction(context, request, reply);
    const provider = offered(context, request.params.provider);
    assertOwnForm(context, uid, request.body.csrf);
    // Choosing who to be is for development, and there only for a provider without credentials.
    if (config.production || config.upstreams[provider]) throw notOffered();
    const account = await accounts.findEnabled(request.body.sub);
    if (!account) throw notOffered();
    return reply.redirect(await goOn(context, request, reply, { uid, account, methods: ['fed', provider] }), 303);
  });
};

/**
 * The address to which the provider sends people back. It gets no cookie of the sign-in: `complete` does, and asks both for that, which proves the
 * browser that began, and for what only the browser that came back is told.
 */
export const federationCallback: FastifyPluginAsyncZod<Parts> = async (fastify, { context, upstreams }) => {
  const { database, pages, config } = context;

  fastify.get(CALLBACK_PATH, async (request, reply) => {
    const callback = new URL(new URL(request.url, config.issuer).search, `${config.issuer}${CALLBACK_PATH}`);
    const refuse = (sub: string | null, detail?: string) =>
      recordSecurityEvent(database.db, {
        kind: 'provider-refused',
        sub,
        actor: 'unknown',
        visit: visitOf(request),
        ...(detail && { detail }),
      });
    const result = await upstreams.finish(callback).catch(async (cause: unknown) => {
      request.log.warn({ err: cause }, 'an upstream sign-in did not hold');
      await refuse(null);
      throw new HostedError(400, {
        title: 'Sign-in was not confirmed',
        message: 'The other provider did not confirm the sign-in. Please, try again.',
      });
    });
    if (!result) throw signInExpired();
    const links = signInLinks(context, result.uid);
    if (result.kind === 'cancelled') return goOn(result, null);
    const account = await database.transaction((tx) => matchAccount(tx, result.provider, result.person));
    if (!account?.enabled) await refuse(account?.sub ?? null, result.provider);
    if (!account)
      return sendPage(reply.code(403), pages, noAccountPage(pages.site, result.provider, result.person.verifiedEmail, links.password));
    if (!account.enabled)
      throw new HostedError(403, { title: 'Account disabled', message: 'This account cannot sign in. Please, contact us.' });
    return goOn(result, account.sub);

    async function goOn({ uid, provider }: UpstreamResult, sub: string | null) {
      await saveStep(database.db, uid, { step: 'finish', sub, methods: ['fed', provider] });
      return reply.redirect(completeLink(context, uid, sub), 303);
    }
  });
};

function offered(context: HostedContext, name: string): ProviderName {
  const provider = offeredProviders(context.config).find((offeredName) => offeredName === name);
  if (!provider) throw notOffered();
  return provider;
}

const notOffered = () => new HostedError(404, { title: 'Not offered here', message: 'This way to sign in is not offered.' });

const unreachable = (provider: string) =>
  new HostedError(502, {
    title: `${provider} does not answer`,
    message: `${provider} cannot be reached for the moment. Please, try again, or sign in another way.`,
  });
