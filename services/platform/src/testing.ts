/** For tests only: databases and servers that a suite opens and forgets. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { type Database, openDatabase } from './database';
import { createHttpServer, type HttpServerOptions } from './http';
import { silentLogger } from './logging';

/**
 * An empty database: in memory, or a fresh one on the server that `TEST_DATABASE_URL` names, so that the same suites run on both.
 * Closing it drops it.
 */
export async function createTestDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return openDatabase();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href, poolSize: 5 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A directory that `remove()` deletes with all that is in it. */
export async function createTestDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'site-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The real server, silent and strict about undeclared statuses. */
export const createTestServer = (options: Partial<HttpServerOptions> = {}): FastifyInstance =>
  createHttpServer({ logger: silentLogger(), production: false, ...options });
