/** The control plane: which releases exist, and which of them are live. Mount it with the prefix `/registry`. */
import type { Database } from '@site/platform/database';
import type { Storage } from '@site/platform/storage';
import type { FastifyPluginAsync } from 'fastify';
import { auditRefusals, auditRoute } from './audit/audit.route';
import { beaconsRoute } from './beacons/beacons.route';
import { ensureTokens } from './ensure-tokens';
import { assertStored } from './publish/assert-stored';
import { type Limits, LIMITS } from './publish/limits';
import { publishRoute } from './publish/publish.route';
import { releasesRoute } from './releases/releases.route';
import { eventsRoute } from './revisions/events.route';
import { readRevisionRoutes } from './revisions/read.route';
import { writeRevisionRoutes } from './revisions/write.route';

export interface RegistryOptions {
  database: Database;
  /** Files of releases; the edge reads them from here. Layout: `storageKey` in `publish/store-files`. */
  storage: Storage;
  /** Holds the first tokens, in `tokens/`, and archives while they are checked, in `uploads/`. */
  dataDir: string;
  /** Bounds of a release, where they differ from {@link LIMITS}. */
  limits?: Partial<Limits>;
}

/** Migrates its tables and makes sure of the first tokens before it serves. */
export const registryPlugin: FastifyPluginAsync<RegistryOptions> = async (fastify, { database, storage, dataDir, limits }) => {
  await ensureTokens({ database, dataDir, warn: (message) => fastify.log.warn(message) });
  await fastify.register(
    async (v1) => {
      v1.decorateRequest('actor', null);
      auditRefusals(v1, database);
      await v1.register(publishRoute, { database, storage, dataDir, limits: { ...LIMITS, ...limits } });
      await v1.register(releasesRoute, { database });
      await v1.register(writeRevisionRoutes, { database, assertReadable: (release) => assertStored(storage, release) });
      await v1.register(readRevisionRoutes, { database });
      await v1.register(eventsRoute, { database });
      await v1.register(auditRoute, { database });
      await v1.register(beaconsRoute, { database });
    },
    { prefix: '/v1' },
  );
};
