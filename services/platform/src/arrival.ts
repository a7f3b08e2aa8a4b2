/**
 * How long a request may take to arrive once its headers have. A minute, so that nobody holds connections by being slow. What a route lets arrive
 * slowly has an hour, for as long as something of it comes in each minute.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const MINUTE_MS = 60_000;

/** For the headers of a request. */
export const HEADERS_LIMIT_MS = MINUTE_MS;

/** For all of a request, whichever it is. */
export const LONGEST_ARRIVAL_MS = 60 * MINUTE_MS;

const slow = new WeakSet<IncomingMessage>();

/** For a route that takes files, behind the hook that knows whether the caller may send them. */
export async function letArriveSlowly({ raw }: FastifyRequest): Promise<void> {
  slow.add(raw);
}

/** @param cut Called when the request has not arrived in time. */
export function limitArrival(request: IncomingMessage, cut: () => void): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (!request.complete && slow.has(request) && socket.bytesRead > before) {
      before = socket.bytesRead;
      return;
    }
    clearInterval(timer);
    if (!request.complete) cut();
  }, MINUTE_MS);
  request.once('close', () => clearInterval(timer));
}
