/**
 * The roles that need the database, on a server of their own: it opens as soon as the database answers, while the process listens from
 * its start. Until then their addresses answer 503.
 */
import { readingOrigins } from '@site/api/config';
import { IDENTITY_PREFIX } from '@site/identity/config';
import { allowOrigins } from '@site/platform/cross-origin';
import type { Database } from '@site/platform/database';
import { platformError } from '@site/platform/errors';
import { createHttpServer } from '@site/platform/http';
import type { Logger } from '@site/platform/logging';
import { routeTimesPlugin } from '@site/platform/metrics';
import type { Storage } from '@site/platform/storage';
import { notOpenYet } from '@site/registry/unavailable';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Registry } from 'prom-client';
import { API_PREFIX, type ServerConfig } from './config';
import { mountOnDatabase } from './mount-on-database';
import type { SampleAccount } from './sample-data';
import { untilDatabaseAnswers } from './until-database-answers';

const REGISTRY_PREFIX = '/registry';

export interface DatabaseRoles {
  /** The server of these roles for their addresses, once it is open. */
  answeredBy(path: string): FastifyInstance | null;
  /** Answers 503 at their addresses, for as long as nobody else does. */
  unavailable: FastifyPluginAsync;
  /** @throws Error while the database does not answer or the roles are not open. For the readiness check. */
  check(): Promise<void>;
  /** Resolves when the roles are open, or the database turned out to be away. @throws what keeps them from ever opening. */
  firstAttempt: Promise<void>;
  opened: Promise<void>;
  /** To sign in with, in development. */
  accounts(): SampleAccount[];
  close(): Promise<void>;
}

interface Parts {
  logger: Logger;
  storage: Storage;
  database: Database;
  metrics: Registry;
}

interface Opened {
  server: FastifyInstance;
  accounts: SampleAccount[];
}

/** Starts to open them. */
export function openDatabaseRoles(config: ServerConfig, parts: Parts): DatabaseRoles {
  const { database, logger } = parts;
  const prefixes = prefixesOf(config);
  const stopping = new AbortController();
  let current: Opened | null = null;
  let onAway = () => {};
  const away = new Promise<void>((resolve) => (onAway = resolve));

  const opened = untilDatabaseAnswers(() => open(config, parts), { logger, signal: stopping.signal, onAway }).then(
    (result) => void (current = result),
  );
  // Whoever waits for it hears of the failure; nobody may be waiting yet.
  opened.catch(() => undefined);

  return {
    answeredBy: (path) => (prefixes.some((prefix) => isAt(prefix, path)) ? (current?.server ?? null) : null),
    unavailable: async (scope) => {
      for (const prefix of prefixes)
        await scope.register(
          async (role) => {
            if (prefix === API_PREFIX) await allowOrigins(role, readingOrigins(config.api));
            role.addHook('onRequest', async () => {
              throw prefix === REGISTRY_PREFIX ? notOpenYet() : platformError('service-unavailable', { headers: { 'retry-after': '2' } });
            });
            for (const url of ['', '/*']) role.all(url, async () => undefined);
          },
          { prefix },
        );
    },
    async check() {
      await database.ping();
      if (!current) throw new Error('what needs the database is not open yet');
    },
    firstAttempt: Promise.race([opened, away]),
    opened,
    accounts: () => current?.accounts ?? [],
    async close() {
      stopping.abort();
      await opened.catch(() => undefined);
      await current?.server.close();
    },
  };
}

export const httpOptions = (config: ServerConfig, logger: Logger) => ({
  logger,
  production: config.production,
  trustProxy: config.trustProxy,
  drainTimeoutMs: config.drainTimeoutMs,
  lingerMs: config.lingerMs,
});

/** All or nothing: what an attempt opened is closed again when the database goes away meanwhile. */
async function open(config: ServerConfig, parts: Parts): Promise<Opened> {
  const { database, logger, metrics } = parts;
  await database.ping();
  const server = createHttpServer(httpOptions(config, logger));
  try {
    await server.register(routeTimesPlugin, { registry: metrics });
    const accounts = await mountOnDatabase(server, config, parts);
    await server.ready();
    return { server, accounts };
  } catch (error) {
    await server.close().catch((err: unknown) => logger.warn({ err }, 'not closed in order'));
    throw error;
  }
}

const isAt = (prefix: string, path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

const prefixesOf = ({ roles, production }: ServerConfig): string[] => [
  ...(roles.has('registry') ? [REGISTRY_PREFIX] : []),
  ...(roles.has('api') ? [API_PREFIX] : []),
  ...(roles.has('identity') ? [IDENTITY_PREFIX] : []),
  ...(production ? [] : ['/_dev/mail']),
];
