/** For tests only: a server without its noise. */
import type { FastifyInstance } from 'fastify';
import { createHttpServer, type HttpServerOptions } from '../http';
import { silentLogger } from '../logging';

/** The real server, silent and strict about undeclared statuses. */
export const createTestServer = (options: Partial<HttpServerOptions> = {}): FastifyInstance =>
  createHttpServer({ logger: silentLogger(), production: false, ...options });
