/** The control plane: which releases exist, and which of them are live. Mount it with the prefix `/registry`. */
import type { KeyObject } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Database } from '@site/platform/database';
import type { Storage } from '@site/platform/storage';
import { type Limits, LIMITS } from '@site/release-model/release-limits';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { adoptHistory } from './adoption/adopt-history';
import { auditRefusals } from './audit/audit-refusals';
import { auditRoute } from './audit/audit.route';
import { collectionRoute } from './collection/collection.route';
import { beaconsRoute } from './beacons/beacons.route';
import { edgesRoute } from './edges/edges.route';
import { ensureTokens } from './ensure-tokens';
import { ensureEnvironments, environmentNotFound, listNames } from './environments/environment.repository';
import { environmentRoute } from './environments/environment.route';
import { KnownEnvironments } from './environments/known-environments';
import { rulesRoute } from './environments/rules.route';
import { registryError } from './errors';
import { environmentsRoute } from './lifecycle/environments.route';
import { adoptionRoute } from './health/adoption.route';
import { countsRoute } from './health/counts.route';
import { sumHealth } from './health/health.repository';
import { healthRoute } from './health/health.route';
import { grantsRoute } from './grants/grants.route';
import { followParams } from './params/follow-params';
import { describeRegistry } from './openapi';
import { type ParamsOptions, ParamsSource } from './params/params-source';
import { createAdvancePlan, type ReadHealth } from './plans/advance-plan';
import { planHealthRoute } from './plans/plan-health.route';
import { plansRoute } from './plans/plans.route';
import { previewRoute } from './previews/preview.route';
import { issuedPreviewsRoute } from './previews/issued-previews.route';
import { replayRoute } from './previews/replay.route';
import { revokedPreviewsRoute } from './previews/revoked-previews.route';
import { proposalsRoute } from './proposals/proposals.route';
import { reviewRoute } from './proposals/review.route';
import { prospectsRoute } from './prospects/prospects.route';
import { publishRoute } from './publish/publish.route';
import { assertStored } from './releases/assert-stored';
import { Descriptors } from './releases/descriptors';
import { rehearsalPicturesRoute } from './rehearsal-records/rehearsal-pictures.route';
import { rehearsalsRoute } from './rehearsal-records/rehearsals.route';
import { prefixesRoute } from './releases/prefixes.route';
import { releasesRoute } from './releases/releases.route';
import { commandRoute } from './revisions/command.route';
import { type EventsOptions, eventsRoute } from './revisions/events.route';
import { createExecute } from './revisions/execute';
import { readRevisionRoutes } from './revisions/read.route';
import { findLiveReleases } from './revisions/revision.repository';
import { targetRoute } from './revisions/target.route';
import { triedIn } from './revisions/tried';
import { type SignInOptions, signInRoute } from './sign-in/sign-in.route';
import { teamsRoute } from './teams/teams.route';
import { mayView, requireToken } from './tokens/authorize';
import { tokensRoute } from './tokens/tokens.route';
import { whoamiRoute } from './tokens/whoami.route';
import { createAddressPolicy, type WebhookOptions } from './webhooks/address-policy';
import { deliveriesRoute } from './webhooks/deliveries.route';
import { webhooksRoute } from './webhooks/webhooks.route';
import { nameTheDatabase } from './unavailable';
import { refuseUnreadable } from './unreadable';
import { createPlanWorker } from './worker/plan-worker';
import { createWebhookWorker } from './worker/webhook-worker';

export interface RegistryOptions {
  database: Database;
  /** Files of releases; edges read them from here. Layout: `releaseKey` of the release model. */
  storage: Storage;
  /** Holds the first tokens, in `tokens/`, and archives while they are checked, in `uploads/`. */
  dataDir: string;
  /** Private Ed25519 key with which targets are signed. */
  signingKey: KeyObject;
  /** Where the parameters of targets come from. */
  params: ParamsOptions;
  /** Who signs people in; without it, only tokens of the registry are taken. */
  signIn?: SignInOptions | undefined;
  /** Bounds of a release, where they differ from {@link LIMITS}. */
  limits?: Partial<Limits>;
  /** Environments that are made when it starts, unless they are there. Each has its own sequence of revisions. Default: `production`. */
  environments?: string[];
  /** Default: the time of the machine. */
  now?: () => Date;
  /** Whether an environment whose rules do not say so allows previews with parts from somebody's own machine. Default: false. */
  localPreviews?: boolean;
  /** How often a stream of events looks at whether whoever has it still may. Default: 15 s. */
  heartbeatMs?: number;
  /** Whether it carries out what is due of plans. Default: true. */
  advancesPlans?: boolean;
  /** Which addresses webhooks may reach. Default: public ones, by https. */
  webhooks?: WebhookOptions;
  /** Whether it delivers what webhooks are to be told. Default: true. */
  deliversWebhooks?: boolean;
}

/** Migrates its tables, makes sure of the first tokens and adopts old history before it serves. */
export const registryPlugin: FastifyPluginAsync<RegistryOptions> = async (fastify, options) => {
  const { database, storage, dataDir, signingKey, limits, environments = ['production'], now = () => new Date() } = options;
  const { log } = fastify;
  await ensureTokens({ database, dataDir, warn: (message) => log.warn(message) });
  const params = await ParamsSource.open(options.params, log);
  await database.transaction((tx) => ensureEnvironments(tx, environments));
  const adopted = await adoptHistory(database, { signingKey, params: params.current });
  if (adopted > 0) log.info({ revisions: adopted }, 'the history of an earlier version was adopted');

  const assertReadable = assertStored.bind(null, storage);
  const descriptors = new Descriptors();
  const committed: EventsOptions['committed'] = new EventEmitter();
  const onCommitted = (environment: string, number: number) => void committed.emit('revision', environment, number);
  const execute = createExecute({ database, descriptors, signingKey, params: () => params.current, now, assertReadable, onCommitted });
  const known = await KnownEnvironments.open(database);
  fastify.addHook('onClose', known.close);
  const allEnvironments = () => listNames(database.db);
  fastify.addHook('onClose', await followParams({ source: params, execute, environments: allEnvironments, logger: log }));

  const readHealth: ReadHealth = (query) => sumHealth(database.db, query);
  const groupsOf = options.signIn?.groupsOf ?? null;
  const advancePlan = createAdvancePlan({ database, execute, readHealth, now, groupsOf });
  const worker = await createPlanWorker({ database, advancePlan, now, logger: log });
  // Not when it listens: the server of these routes may be one behind another, which never does.
  if (options.advancesPlans !== false) fastify.addHook('onReady', async () => worker.start());
  fastify.addHook('onClose', () => worker.stop());

  const policy = createAddressPolicy(options.webhooks ?? { production: true, hosts: [] });
  const webhookWorker = await createWebhookWorker({ database, policy, now, logger: log });
  if (options.deliversWebhooks !== false) fastify.addHook('onReady', async () => webhookWorker.start());
  fastify.addHook('onClose', () => webhookWorker.stop());

  const inEnvironment = async (scope: FastifyInstance) => {
    scope.addHook('onRequest', async (request) => {
      const { environment } = request.params as { environment: string };
      if (await known.has(environment)) return;
      if (await mayView(database.db, request)) throw await environmentNotFound(database.db, environment);
      throw registryError('environment-not-found', { message: `There is no environment ${environment}.` });
    });
    await scope.register(environmentRoute, { database, signingKey });
    await scope.register(rulesRoute, { database });
    await scope.register(commandRoute, { database, execute });
    await scope.register(proposalsRoute, { database, execute, now });
    await scope.register(plansRoute, { database, execute, now });
    await scope.register(planHealthRoute, { database, now });
    const { localPreviews = false } = options;
    await scope.register(previewRoute, { database, descriptors, signingKey, now, assertReadable, localPreviews });
    await scope.register(replayRoute, { database, descriptors, signingKey, now, assertReadable });
    await scope.register(issuedPreviewsRoute, { database, now });
    await scope.register(revokedPreviewsRoute, { database, signingKey, now });
    await scope.register(rehearsalsRoute, { database, storage, now });
    await scope.register(rehearsalPicturesRoute, { database, storage });
    await scope.register(targetRoute, { database });
    await scope.register(prospectsRoute, { database, signingKey });
    await scope.register(readRevisionRoutes, { database });
    await scope.register(eventsRoute, { database, committed, heartbeatMs: options.heartbeatMs });
    await scope.register(edgesRoute, { database, signingKey, now });
    await scope.register(countsRoute, { database });
    await scope.register(healthRoute, { database });
    await scope.register(adoptionRoute, { database });
  };

  await fastify.register(
    async (v1) => {
      v1.decorate('accessTokens', options.signIn?.verifier ?? null);
      v1.decorate('groupsOf', groupsOf);
      v1.decorateRequest('principal', null);
      v1.decorateRequest('actor', null);
      nameTheDatabase(v1);
      auditRefusals(v1, database, triedIn);
      refuseUnreadable(v1);
      // What somebody sees because of who they are stays with them.
      v1.addHook('onSend', ({ headers }, reply, _payload, done) => {
        if (headers.authorization !== undefined && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        done();
      });
      await describeRegistry(v1);
      await v1.register(inEnvironment, { prefix: '/environments/:environment' });
      await v1.register(environmentsRoute, { database, execute });
      await v1.register(reviewRoute, { database, execute, now, groupsOf });
      await v1.register(publishRoute, { database, storage, dataDir, limits: { ...LIMITS, ...limits } });
      await v1.register(prefixesRoute, { database });
      await v1.register(releasesRoute, { database, liveReleases: () => findLiveReleases(database.db) });
      await v1.register(auditRoute, { database, onRequest: requireToken(database.db, 'view') });
      await v1.register(beaconsRoute, { database, signingKey, now });
      await v1.register(tokensRoute, { database, environments: allEnvironments });
      await v1.register(whoamiRoute, { database });
      await v1.register(signInRoute, { provider: options.signIn?.provider ?? null });
      await v1.register(grantsRoute, { database, environments: allEnvironments });
      await v1.register(teamsRoute, { database });
      await v1.register(collectionRoute, { database, storage, now });
      await v1.register(webhooksRoute, { database, policy, now });
      await v1.register(deliveriesRoute, { database, now });
    },
    { prefix: '/v1' },
  );
};
