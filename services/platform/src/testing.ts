/** For tests only: databases and servers that a suite opens and forgets. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { type Database, openDatabase } from './database';
import { databaseOf } from './database-pglite';
import { createHttpServer, type HttpServerOptions } from './http';
import { silentLogger } from './logging';
import { borrowPglite } from './testing/embedded-databases';

/**
 * An empty database: in memory, or a fresh one on the server that `TEST_DATABASE_URL` names, so that the same suites run on both.
 * Closing it drops it.
 */
export async function createTestDatabase(): Promise<Database> {
  if (!process.env.TEST_DATABASE_URL) return databaseOf(await borrowPglite());
  const { url, drop } = await createTestServerDatabase();
  const database = await openDatabase({ url, poolSize: 5 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** The address of an empty database on the server that `TEST_DATABASE_URL` names, and how to drop it. */
export async function createTestServerDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A listener for {@link Database.listen} that can be waited for. */
export function createHearing() {
  const payloads: (string | null)[] = [];
  let heard = () => {};
  return {
    /** What was heard, oldest first. */
    payloads,
    listener: (payload: string | null) => {
      payloads.push(payload);
      heard();
    },
    /** Resolves once so many notifications were heard. */
    async times(count: number): Promise<void> {
      while (payloads.length < count) await new Promise<void>((resolve) => (heard = resolve));
    },
  };
}

/** A directory that `remove()` deletes with all that is in it. */
export async function createTestDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'site-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The real server, silent and strict about undeclared statuses. */
export const createTestServer = (options: Partial<HttpServerOptions> = {}): FastifyInstance =>
  createHttpServer({ logger: silentLogger(), production: false, ...options });
