/** The embedded identity provider: OpenID Connect, a facade that speaks Amazon Cognito's wire, and the hosted pages. */
import type { Database } from '@site/platform/database';
import type { Logger } from '@site/platform/logging';
import type { FastifyPluginAsync } from 'fastify';
import { type BreachOutcome, createBreachedPasswords } from './accounts/breached-passwords';
import { cognitoRoutes } from './cognito/cognito.route';
import type { IdentityConfig } from './config';
import { accountRoutes } from './hosted/account.route';
import { activityRoute } from './hosted/activity.route';
import { assetsRoute } from './hosted/assets.route';
import { detailsRoutes } from './hosted/details.route';
import { createHostedPages } from './hosted/hosted-pages';
import { answerFailuresWithPages, type HostedContext, prepareHostedScope } from './hosted/hosted-scope';
import { interactionRoutes } from './hosted/interaction.route';
import { logoutRoutes } from './hosted/logout.route';
import { sessionsRoutes } from './hosted/sessions.route';
import { startHousekeeping } from './housekeeping';
import { createIdentityContext } from './identity-context';
import { type MemberRecord, NO_MEMBER_RECORD } from './member-record';
import { oidcRoutes } from './oidc/oidc.route';
import { createProviderHost } from './oidc/provider-host';
import { userInfoRoute } from './oidc/user-info.route';

export interface IdentityOptions {
  /** With the tables of `migrateIdentity` and of the platform. */
  database: Database;
  config: IdentityConfig;
  /** What the product keeps of people; nothing by default. */
  members?: MemberRecord;
  /** Hears of every question to the list of breached passwords. */
  onBreachCheck?: (outcome: BreachOutcome) => void;
}

/** Mount it with `prefix: IDENTITY_PREFIX`. */
export const identityPlugin: FastifyPluginAsync<IdentityOptions> = async (fastify, options) => {
  const { database, config, members = NO_MEMBER_RECORD, onBreachCheck } = options;
  const { pathname } = new URL(config.issuer);
  if (fastify.prefix !== pathname)
    throw new Error(`The identity provider is mounted at '${fastify.prefix}', but its issuer says '${pathname}'`);
  const logger = fastify.log as Logger;
  const pages = createHostedPages(config);
  const base = await createIdentityContext(database, config);
  const host = await createProviderHost(base, pages, logger);
  const breached = createBreachedPasswords({
    rangeUrl: config.breachRangeUrl,
    ...(onBreachCheck && { onOutcome: onBreachCheck }),
    onFailure: (err) => logger.warn({ err }, 'the list of breached passwords could not be asked'),
  });
  const context: HostedContext = { ...base, pages, host, breached };

  await fastify.register(assetsRoute, { pages });
  await fastify.register(async (scope) => {
    await prepareHostedScope(scope, context);
    await scope.register(interactionRoutes, { context });
    await scope.register(logoutRoutes, { context });
    await scope.register(accountRoutes, { context });
    await scope.register(sessionsRoutes, { context });
    await scope.register(activityRoute, { context });
    await scope.register(detailsRoutes, { context, members });
  });
  await fastify.register(cognitoRoutes, { context: { ...context, fastify } });
  await fastify.register(userInfoRoute, { context, host });
  await fastify.register(async (scope) => {
    answerFailuresWithPages(scope, context);
    await scope.register(oidcRoutes, { context, host });
  });

  const stop = startHousekeeping(database, host, logger);
  fastify.addHook('onClose', stop);
};
