/** The edge: composes documents from the live target and serves the files of releases. Register it last; it answers every address. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Storage } from '@site/platform/storage';
import type { TrustedKeys } from '@site/release-model/envelope';
import type { FastifyPluginAsync } from 'fastify';
import fp from 'fastify-plugin';
import type { Registry } from 'prom-client';
import { assetRoutes } from './assets/asset.routes';
import { ReleaseAssets } from './assets/release-assets';
import { Manifests } from './composition/site-manifest';
import { DeltaEncoder } from './deltas/delta-encoder';
import { DeltaMaker } from './deltas/delta-maker';
import { DeltaStore } from './deltas/delta-store';
import { DevelopmentRemotes } from './development/development-remotes';
import { developmentRoutes } from './development/development.routes';
import { DiskCache } from './disk/disk-cache';
import { DocumentDictionaries } from './document/document-dictionaries';
import { documentRoutes } from './document/document.routes';
import { Documents } from './document/documents';
import { DocumentsAhead } from './document/documents-ahead';
import { failedStartRoute } from './document/failed-start.route';
import { liveRoute } from './document/live.route';
import { manifestRoute } from './document/manifest.route';
import { createEdgeMetrics } from './edge-metrics';
import { crawlerRoutes } from './endpoints/crawler.routes';
import { iconRoutes } from './endpoints/icon.routes';
import { inspectionRoute } from './endpoints/inspection.route';
import { paramsRoute } from './endpoints/params.route';
import { previewRoutes } from './endpoints/preview.routes';
import { securityTxtRoute } from './endpoints/security-txt.route';
import { statusRoute } from './endpoints/status.route';
import { CountsSender } from './health/counts-sender';
import { DocumentCounts } from './health/document-counts';
import { Seals } from './health/seals';
import { Prerenders } from './prerendering/prerenders';
import { RenderStore } from './prerendering/render-store';
import { Previews } from './preview/previews';
import { RevisionTargets } from './preview/revision-targets';
import { REVOKED_PREVIEWS_FILE, RevokedPreviews } from './preview/revoked-previews';
import { discoveryRoute } from './projections/discovery.route';
import { importMapRoute } from './projections/import-map.route';
import { Prospects } from './prospects/prospects';
import { limitedReads, type ReadLimits } from './releases/limited-reads';
import { ReleaseFiles } from './releases/release-files';
import { Renderer } from './renderer/renderer';
import { Heartbeat } from './target/heartbeat';
import { KeyRing } from './target/key-ring';
import { RegistryAddress, type RegistryOptions } from './target/registry-address';
import { TargetFollower } from './target/target-follower';
import { TargetGate } from './target/target-gate';
import { LiveSite } from './live-site';

export interface EdgeOptions extends Pick<RegistryOptions, 'registryUrl' | 'registryToken'> {
  /** The storage that the registry writes releases to. */
  storage: Storage;
  /** Directory for what the edge keeps between two starts. */
  dataDir: string;
  /** Public keys of the registry. Read again when an envelope is signed with none of those known. */
  trustedKeys: () => Promise<TrustedKeys>;
  /** Origin under which visitors know the site. */
  publicOrigin: string;
  /** In production nothing can be served in place of a release. */
  production: boolean;
  /** Whom to tell of a weakness, as addresses (`mailto:`, `https:`). */
  securityContacts?: readonly string[];
  environment?: string;
  metrics?: Registry;
  renderer?: { timeoutMs?: number; memoryMb?: number };
  /** See {@link PrerendersOptions.visitorWaitMs}. */
  visitorWaitMs?: number | undefined;
  /** See {@link LiveSiteOptions.renderAheadMs}. */
  renderAheadMs?: number | undefined;
  /** How long its end waits for the registry to take the last counts, and then to hear of the end. */
  farewellMs?: number | undefined;
  /** After how long a silence a development server is gone. */
  developmentTtlMs?: number | undefined;
  reads?: Partial<ReadLimits>;
  /** The clock. */
  now?: () => Date;
}

/** Most bytes on disk. */
const DISK_BYTES = { assets: 500_000_000, deltas: 64_000_000, documents: 64_000_000 };

/** How long a start may wait for the target that it has missed, and its pages: less than Fastify waits for a plugin. */
const CATCH_UP_MS = 6_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws Error while this edge has no target to serve. For the readiness check. */
    assertEdgeServes(): Promise<void>;
  }
}

const edge: FastifyPluginAsync<EdgeOptions> = async (fastify, options) => {
  const { environment = 'production', registryUrl, registryToken, trustedKeys, farewellMs, now = () => new Date() } = options;
  const logger = fastify.log.child({ component: 'edge' });
  const storage = limitedReads(options.storage, options.reads);
  const releases = new ReleaseFiles(storage);
  const onDisk = (folder: keyof typeof DISK_BYTES) =>
    new DiskCache({ directory: join(options.dataDir, folder), maxBytes: DISK_BYTES[folder], logger });
  const disk = { assets: onDisk('assets'), deltas: onDisk('deltas'), documents: onDisk('documents') };
  const assets = new ReleaseAssets({
    storage,
    disk: disk.assets,
    described: (address) => releases.described(address),
    onDamage: (key) => fastify.log.error({ key }, 'a file in the storage is not the one that was published'),
  });
  const deltas = new DeltaStore(disk.deltas);
  const deltaMaker = new DeltaMaker({
    ...{ releases, logger, store: deltas, encoder: new DeltaEncoder() },
    read: (file) => assets.plain(file),
  });
  const development = new DevelopmentRemotes(options.developmentTtlMs);
  const renderer = new Renderer({ ...options.renderer, loadBundle: (bundle) => releases.serverBundle(bundle) });
  const metrics =
    options.metrics && createEdgeMetrics({ registry: options.metrics, environment, live: () => live, prerenders: () => prerenders });
  const prerenders = new Prerenders({
    renderer,
    store: new RenderStore({ directory: join(options.dataDir, 'pages'), secret: registryToken, logger }),
    logger,
    onFailure: (failure) => metrics?.countFailure(failure),
    visitorWaitMs: options.visitorWaitMs,
  });
  const file = join(options.dataDir, 'last-known-good.json');
  const keys = new KeyRing(trustedKeys);
  const gate = new TargetGate({ environment, keys });
  const registry = new RegistryAddress({ registryUrl, registryToken, environment });
  const revoked = new RevokedPreviews({ environment, keys, file: join(options.dataDir, REVOKED_PREVIEWS_FILE), logger, now });
  const previews = new Previews({ environment, keys, releases, targets: new RevisionTargets(registry), revoked });
  const edgeId = randomUUID();
  const seals = new Seals({ now });
  const counts = new DocumentCounts({ now });
  const countsSender = new CountsSender({ registry, edgeId, counts, logger, farewellMs });
  const heartbeat = new Heartbeat({
    registry,
    edgeId,
    logger,
    farewellMs,
    onSealKeys: (keys) => {
      seals.learn(keys);
      makeAhead();
    },
    report: () => live.pool && { ...live.pool.position, pages: prerenders.progress, defects: live.defects },
  });
  const prospects = new Prospects({
    ...{ environment, keys, releases, prerenders, logger },
    deltas: deltaMaker,
    settled: () => live.settled,
  });
  const live: LiveSite = new LiveSite({
    ...{ gate, releases, prerenders, development, file, logger },
    renderAheadMs: options.renderAheadMs,
    onTaken: () => prospects.pause(),
    onChange: () => {
      heartbeat.beat();
      prospects.reconsider();
      makeAhead();
    },
    onLive: () => void follower.askForProspects(),
  });
  const follower: TargetFollower = new TargetFollower({
    registry,
    logger,
    onEnvelope: (envelope) => live.offer(envelope),
    onProspects: (envelope) => prospects.offer(envelope),
    onRevokedPreviews: (envelope) => revoked.offer(envelope),
  });
  const manifests = new Manifests();
  const documents = new Documents(prerenders, manifests, new DocumentDictionaries({ disk: disk.documents, logger }));
  const ahead = new DocumentsAhead({ live, documents, seals, logger });
  // Elsewhere nobody waits, and targets change all the time.
  const makeAhead = (): void => {
    if (options.production && prerenders.progress.done) ahead.reconsider();
  };
  await Promise.all([live.restore(), revoked.restore()]);
  // What was decided while it was away holds from its first answer on. A registry that is this very process answers only once it listens: it refuses
  // the connection, and nobody waits.
  const caughtUp = Promise.all([follower.ask(), follower.askForRevokedPreviews()]).then(() => live.arrival(CATCH_UP_MS));
  await Promise.race([caughtUp, delay(CATCH_UP_MS, undefined, { ref: false })]);

  fastify.decorate('assertEdgeServes', async () => {
    if (!live.pool) throw new Error('there is no target to serve');
  });
  // The registry may be this very process, which answers only once it listens.
  fastify.addHook('onListen', async () => {
    follower.start();
    heartbeat.start();
    countsSender.start();
  });
  fastify.addHook('preClose', async () => {
    for (const part of [follower, prospects, development, renderer]) part.close();
    await Promise.all([live.close(), ahead.close(), revoked.settled(), countsSender.close()]);
    await Promise.all([heartbeat.close(), ...Object.values(disk).map((cache) => cache.settled())]);
  });

  await fastify.register(assetRoutes, { assets, deltas });
  await fastify.register(paramsRoute, { live, previews });
  await fastify.register(discoveryRoute, { live, publicOrigin: options.publicOrigin });
  await fastify.register(importMapRoute, { live, publicOrigin: options.publicOrigin });
  await fastify.register(crawlerRoutes, { live, prerenders, publicOrigin: options.publicOrigin });
  await fastify.register(securityTxtRoute, { contacts: options.securityContacts ?? [], publicOrigin: options.publicOrigin, now });
  await fastify.register(iconRoutes);
  await fastify.register(statusRoute, { live, follower, prerenders, ahead, prospects });
  await fastify.register(previewRoutes, { previews });
  if (!options.production) await fastify.register(developmentRoutes, { remotes: development });
  await fastify.register(liveRoute, { live, previews });
  await fastify.register(inspectionRoute, { live, previews });
  await fastify.register(failedStartRoute);
  await fastify.register(manifestRoute, { live, previews, manifests });
  await fastify.register(documentRoutes, { live, previews, documents, seals, counts });
};

export const edgePlugin = fp(edge, { name: 'edge' });
