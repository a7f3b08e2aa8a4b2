/**
 * Graceful end: for a while the server listens on, unready, and tells kept connections to close, so that a proxy moves to another replica before
 * anything is refused. Then answers in progress complete, long streams are told to end, and connections on which nobody has asked anything are cut.
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to close. Long answers, such as event streams, end then. */
    drainSignal: AbortSignal;
  }
}

export interface DrainOptions {
  /** Longest time in milliseconds that closing waits for answers in progress, once nobody new is let in. Default 10,000. */
  timeoutMs?: number | undefined;
  /** How long in milliseconds new connections are taken after closing began. Default 0. */
  lingerMs?: number | undefined;
  pause?: (ms: number) => Promise<unknown>;
}

/** Milliseconds that a connection made while the server closes has for its question. */
const UNUSED_MS = 250;

export function drainOnClose(server: FastifyInstance, { timeoutMs = 10_000, lingerMs = 0, pause = sleep }: DrainOptions = {}): void {
  const draining = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  server.decorate('drainSignal', draining.signal);
  // Without this, busy clients hold their kept-alive connections, and closing waits for every one of them.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.signal.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
  // Browsers connect ahead of their questions. To Node such a connection has an answer in progress.
  const unused = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', ({ socket }) => unused.delete(socket));
  server.addHook('preClose', async () => {
    draining.abort();
    if (lingerMs > 0) await pause(lingerMs);
    cut(unused);
    // Until everything else has closed, others still come.
    let seen = [...unused];
    looking = setInterval(() => {
      cut(seen);
      seen = [...unused];
    }, UNUSED_MS);
    looking.unref();
    deadline = setTimeout(() => server.server.closeAllConnections(), timeoutMs);
    deadline.unref();
  });
  server.addHook('onClose', async () => {
    clearTimeout(deadline);
    clearInterval(looking);
  });
}

/** Ends those of the connections on which nothing was asked. */
function cut(sockets: Iterable<Socket>): void {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
}
