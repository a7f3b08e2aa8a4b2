/** The real API on a real database, for tests. */
import { jest } from '@jest/globals';
import type { BotAction, BotChallenge } from '@site/contracts/api/bot-check';
import { parseConfig } from '@site/platform/config';
import type { Database } from '@site/platform/database';
import { type Logger, silentLogger } from '@site/platform/logging';
import { platformMigrations } from '@site/platform/platform-migrations';
import { openStorage, type Storage } from '@site/platform/storage';
import { createTestDatabase, createTestDirectory, createTestServer } from '@site/platform/testing';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access';
import { apiConfigSchema } from '../config';
import { apiMigrations, apiPlugin } from '../plugin';
import { solve } from './solve';
import { createTestIdentity, type TestIdentity } from './test-identity';

// A database of its own takes seconds on a busy machine; the default of five is for tests without one.
jest.setTimeout(300_000);

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
  headers?: Record<string, string>;
}

export interface TestRoute {
  method: string;
  /** Address below the API, with `:name` for parameters. */
  path: string;
  access: Access;
}

export interface TestApi {
  /** Every route that the API registered. */
  routes: TestRoute[];
  server: FastifyInstance;
  database: Database;
  storage: Storage;
  identity: TestIdentity;
  /** Calls the API as an account, or as a visitor. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A solved challenge. */
  botToken(action: BotAction): Promise<string>;
  /** Mails in the outbox, oldest first. */
  mails(): Promise<SentMail[]>;
  /** How many rows a table has. */
  countRows(table: string): Promise<number>;
  close(): Promise<void>;
}

export interface CallOptions {
  as?: { authorization: string } | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  // Tests read answers of many shapes; the contracts check them where that is the point.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape is what the test asserts
  body: any;
}

/** @param env Variables beside those of a quick bot check and unlimited forms. */
export async function createTestApi(env: Record<string, string> = {}, logger: Logger = silentLogger()): Promise<TestApi> {
  const database = await createTestDatabase({ migrations: [platformMigrations, apiMigrations] });
  const directory = await createTestDirectory();
  const storage = await openStorage({ dir: directory.path });
  const identity = await createTestIdentity();
  const config = parseConfig(apiConfigSchema, {
    NODE_ENV: 'test',
    BOT_CHECK_WORK: '20',
    FORM_LIMIT: '1000000',
    RECIPIENT_LIMIT: '1000000',
    ...env,
  });
  const server = createTestServer({ logger });
  const routes: TestRoute[] = [];
  server.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD') routes.push({ method: one, path: url.replace('/api', ''), access: config?.access ?? 'public' });
  });
  const options = { database, storage, identityAdmin: identity.admin, tokenVerifier: identity.verifier, logger, config };
  await server.register(apiPlugin, { prefix: '/api', ...options });
  await server.ready();

  const call: TestApi['call'] = async (method, path, { as, body, headers = {} } = {}) => {
    const response = await server.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: { ...(as && { authorization: as.authorization }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body };
  };

  return {
    routes,
    server,
    database,
    storage,
    identity,
    call,
    async botToken(action) {
      const { body } = await call('GET', `/bot-check/challenge?action=${action}`);
      return solve(body as BotChallenge);
    },
    async mails() {
      const { rows } = await database.db.execute<{ mail: SentMail }>(sql`select mail from platform.outbox order by created_at, id`);
      return rows.map((row) => row.mail);
    },
    async countRows(table) {
      const { rows } = await database.db.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.raw(table)}`);
      return rows[0]?.count ?? 0;
    },
    async close() {
      await server.close();
      await database.close();
      await directory.remove();
    },
  };
}
