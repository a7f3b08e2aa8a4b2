/** The edge: composes documents from the live revision and serves the files of releases. Register it last; it answers every address. */
import { join } from 'node:path';
import type { Params } from '@site/contracts/params';
import type { Storage } from '@site/platform/storage';
import type { FastifyPluginAsync } from 'fastify';
import fp from 'fastify-plugin';
import type { Registry } from 'prom-client';
import { assetRoutes } from './assets/asset.routes';
import { DevelopmentRemotes } from './development/development-remotes';
import { developmentRoutes } from './development/development.routes';
import { documentRoutes } from './document/document.routes';
import { Documents } from './document/documents';
import { createEdgeMetrics } from './edge-metrics';
import { crawlerRoutes } from './pages/crawler.routes';
import { iconRoutes } from './pages/icon.routes';
import { paramsRoute } from './pages/params.route';
import { statusRoute } from './pages/status.route';
import { ParamsSource } from './params/params-source';
import { Prerenders } from './prerendering/prerenders';
import { RenderStore } from './prerendering/render-store';
import { ReleaseFiles } from './releases/release-files';
import { Renderer } from './renderer/renderer';
import { RevisionFollower } from './revision/revision-follower';
import { LiveSite } from './live-site';

export interface EdgeOptions {
  /** The storage that the registry writes releases to. */
  storage: Storage;
  /** Directory for what the edge keeps between two starts. */
  dataDir: string;
  /** Address of the registry, without a path. A function when it is known only once the process listens. */
  registryUrl: string | (() => string);
  /** Origin under which visitors know the site. */
  publicOrigin: string;
  /** Runtime parameters, overlaid by the file while the site runs. */
  params: { defaults: Params; file: string };
  /** In production nothing can be served in place of a release. */
  production: boolean;
  environment?: string;
  metrics?: Registry;
  renderer?: { timeoutMs?: number; memoryMb?: number };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws Error while this edge has no revision to serve. For the readiness check. */
    assertEdgeServes(): Promise<void>;
  }
}

const edge: FastifyPluginAsync<EdgeOptions> = async (fastify, options) => {
  const { storage, environment = 'production' } = options;
  const logger = fastify.log.child({ component: 'edge' }) as never;
  const releases = new ReleaseFiles(storage, logger);
  const params = await ParamsSource.open(options.params, logger);
  const development = new DevelopmentRemotes();
  const renderer = new Renderer({ ...options.renderer, loadBundle: (bundle) => releases.serverBundle(bundle) });
  const metrics =
    options.metrics &&
    createEdgeMetrics(
      options.metrics,
      () => live,
      () => prerenders,
    );
  const prerenders = new Prerenders({
    renderer,
    store: new RenderStore(join(options.dataDir, 'pages')),
    logger,
    onFailure: (failure) => metrics?.countFailure(failure),
  });
  const file = join(options.dataDir, 'last-known-good.json');
  const live: LiveSite = new LiveSite({ releases, params, prerenders, development, file, environment, logger });
  const onRevision = (revision: Parameters<LiveSite['apply']>[0]) => live.apply(revision);
  const follower = new RevisionFollower({ registryUrl: options.registryUrl, environment, logger, onRevision });
  await live.restore();

  fastify.decorate('assertEdgeServes', async () => {
    if (!live.snapshot) throw new Error('there is no revision to serve');
  });
  // The registry may be this very process, which answers only once it listens.
  fastify.addHook('onListen', async () => follower.start());
  fastify.addHook('preClose', async () => {
    for (const part of [follower, live, params, development, renderer]) part.close();
  });

  await fastify.register(assetRoutes, { storage });
  await fastify.register(paramsRoute, { params });
  await fastify.register(crawlerRoutes, { live, publicOrigin: options.publicOrigin });
  await fastify.register(iconRoutes);
  await fastify.register(statusRoute, { live, follower, prerenders });
  if (!options.production) await fastify.register(developmentRoutes, { remotes: development });
  await fastify.register(documentRoutes, { live, documents: new Documents(prerenders) });
};

export const edgePlugin = fp(edge, { name: 'edge' });
