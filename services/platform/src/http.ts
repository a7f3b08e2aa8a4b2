/** The HTTP server that every service is mounted on. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBodySchema } from '@site/contracts/errors';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { logAnswers, observeAnswers } from './answered';
import { HEADERS_LIMIT_MS, limitArrival, LONGEST_ARRIVAL_MS } from './arrival';
import { drainOnClose } from './drain';
import { errorBody, toAppError } from './error-response';
import { type AppError, platformError } from './errors';
import { FinishedAnswers } from './finished-answers';
import type { Logger } from './logging';
import { trustIn } from './proxies';
import { HOME, type PlainPage, sendPlain } from './plain-page';
import { refusalOf, refuseRaw } from './raw-refusal';
import { securityHeadersFor, setSecurityHeaders } from './security-headers';
import { tracing } from './tracing';

export interface HttpServerOptions {
  logger: Logger;
  /** Outside production an answer with a status that its route does not declare becomes a failure. */
  production: boolean;
  /** Addresses of the proxies whose `x-forwarded-*` headers are believed; `false` for none. */
  trustProxy?: boolean | string | string[];
  /** Default limit of a request body in bytes. A route may set its own. */
  bodyLimit?: number;
  /** Longest time in milliseconds that closing waits for answers in progress. */
  drainTimeoutMs?: number;
  /** How long in milliseconds new connections are taken after closing began. */
  lingerMs?: number;
  /** Names the server that answers a request in place of this one, whose connection it came by. */
  answeredBy?: (path: string) => FastifyInstance | null;
}

const DEFAULT_BODY_LIMIT = 256 * 1024;
const REQUEST_ID = /^[\w.-]{8,64}$/;
/** The same of a request that Node could not read. */
const UNREAD_ID = /\r\nx-request-id: *([\w.-]{8,64}) *\r\n/i;

/** Statuses that the server itself may answer with on any route, so that routes need not declare them. */
const UNIVERSAL_STATUSES = new Set([408, 413, 415, 429, 500, 503, 507]);

/**
 * A Fastify 5 server that validates and serializes with zod schemas, gives every request an id, answers every failure with an
 * `ErrorBody`, sets the security headers of answers that are not documents, and drains gracefully when it is closed.
 */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const trust = trustIn(options.trustProxy ?? false);
  const finished = new FinishedAnswers({ logger: options.logger, requestId, trust });
  const server = fastify({
    loggerInstance: options.logger,
    trustProxy: options.trustProxy ? trust : false,
    bodyLimit: options.bodyLimit ?? DEFAULT_BODY_LIMIT,
    routerOptions: { caseSensitive: true, maxParamLength: 255 },
    requestTimeout: LONGEST_ARRIVAL_MS,
    // A part that opens a database or a store may take as long as they do: nobody is let in before it is there.
    pluginTimeout: 0,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: requestId,
    serverFactory: listening(finished, options),
    frameworkErrors: answerUnread,
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      refuse(options.logger, socket, refusalOf(error), idIn(error.rawPacket) ?? randomUUID());
    },
  }) as unknown as FastifyInstance;

  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, !options.production));
  server.setNotFoundHandler((request, reply) => answerError(platformError('not-found'), request, reply));
  tracing()?.traceRequests(server);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  const tell = observeAnswers(server);
  server.onAnswered(logAnswers(options.logger));
  if (!options.production) server.addHook('onSend', async (request, reply) => assertDeclared(request, reply.statusCode));
  setSecurityHeaders(server);
  drainOnClose(server, { timeoutMs: options.drainTimeoutMs, lingerMs: options.lingerMs });
  server.decorate('answerAhead', (route, find) => {
    // A span begins and ends in hooks.
    if (!tracing()) finished.answerAhead({ route, find, tell, until: server.drainSignal });
  });
  return server;
}

const listening =
  (finished: FinishedAnswers, { answeredBy, logger }: HttpServerOptions): FastifyServerFactory =>
  (handler, { keepAliveTimeout = 0, requestTimeout = 0 }) => {
    const server = createServer((request, response) => {
      request.url = inOriginForm(request.url ?? '');
      limitArrival(request, () => {
        if (response.headersSent) request.socket.destroy();
        else refuse(logger, request.socket, platformError('request-timeout'), requestId(request));
      });
      const other = answeredBy?.((request.url ?? '').split('?')[0] ?? '');
      if (other) other.routing(request, response);
      else if (!finished.send(request, response)) handler(request, response);
    });
    return Object.assign(server, { keepAliveTimeout, requestTimeout, headersTimeout: HEADERS_LIMIT_MS });
  };

/** Without scheme and host, with which a request may come (RFC 9112, 3.2.2). */
const inOriginForm = (url: string): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

function refuse(logger: Logger, socket: Duplex, error: AppError, id: string): void {
  logger.info({ reqId: id, code: error.code }, 'refused before it was read to its end');
  refuseRaw(socket, error, id);
}

/** Response schemas of the refusals of a route: `response: { 200: demoSchema, ...refusals(401, 404) }`. */
export const refusals = <const S extends number>(...statuses: S[]) =>
  Object.fromEntries(statuses.map((status) => [status, errorBodySchema])) as Record<S, typeof errorBodySchema>;

/** Headers are of one byte per character. What was read before the packet that could not be read is not there any more. */
const idIn = (packet: unknown): string | undefined =>
  Buffer.isBuffer(packet) ? UNREAD_ID.exec(packet.toString('latin1'))?.[1] : undefined;

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, strict = false): FastifyReply {
  let error = toAppError(thrown);
  if (strict && !isDeclared(request, error.status)) error = platformError('internal-error', { cause: undeclared(request, error.status) });
  // A refusal without a cause was meant: its code says what it is, and the place in the code nothing more.
  if (error.status >= 500) request.log.error({ err: error.cause, code: error.code }, 'request failed');
  // The declared schemas describe answers that routes build themselves; this body has one shape everywhere.
  return reply
    .code(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error, request.id));
}

const UNREADABLE: PlainPage = {
  status: 400,
  title: 'This address cannot be read',
  text: 'Something in it is not written as addresses are, such as a percent sign that stands for nothing. Please, check it.',
  link: HOME,
};

/** Refuses what came to no route, because its address cannot be read. No hook is called for it, so this adds what they add to every answer. */
function answerUnread(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isBrowser = request.headers.accept?.includes('text/html') ?? false;
  for (const [name, value] of securityHeadersFor(isBrowser ? 'text/html' : 'application/json', request.protocol)) reply.header(name, value);
  reply.headers({ 'x-request-id': request.id, vary: 'accept' });
  return isBrowser ? sendPlain(reply, UNREADABLE) : answerError(error, request, reply);
}

function isDeclared(request: FastifyRequest, status: number): boolean {
  const declared = request.routeOptions.schema?.response as Record<string, unknown> | undefined;
  if (!declared || UNIVERSAL_STATUSES.has(status)) return true;
  return String(status) in declared || `${String(status)[0]}xx` in declared || 'default' in declared;
}

const undeclared = (request: FastifyRequest, status: number) =>
  new Error(`${request.method} ${request.routeOptions.url ?? ''} answered ${status}, which its schema does not declare`);

function assertDeclared(request: FastifyRequest, status: number): void {
  if (!isDeclared(request, status)) throw undeclared(request, status);
}
