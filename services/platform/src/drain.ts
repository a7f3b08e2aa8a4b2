/**
 * Graceful end: answers in progress complete, kept connections are told to close, long streams are told to end, and connections on which nobody
 * has asked anything are cut.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to close. Long answers, such as event streams, end then. */
    drainSignal: AbortSignal;
  }
}

const DEFAULT_TIMEOUT_MS = 10_000;

export function drainOnClose(server: FastifyInstance, timeoutMs = DEFAULT_TIMEOUT_MS): void {
  const draining = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
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
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    deadline = setTimeout(() => server.server.closeAllConnections(), timeoutMs);
    deadline.unref();
  });
  server.addHook('onClose', async () => clearTimeout(deadline));
}
