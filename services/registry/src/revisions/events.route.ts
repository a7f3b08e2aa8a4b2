/**
 * Server-sent events of an environment: `revision` tells edges and people the number of the live one, at once and at each change. Each other
 * name says what to ask for again: `prospects`, `previews`, `plans`, `proposals`, or `rules` for those and the lock.
 */
import type { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Database } from '@site/platform/database';
import { AppError, platformError } from '@site/platform/errors';
import { refusals } from '@site/platform/http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PERMISSION_CHANNEL } from '../environments/environment.repository';
import { environmentParams } from '../environments/environment.schema';
import { PROSPECTS_CHANNEL } from '../releases/prospects.repository';
import { requireToken } from '../tokens/authorize';
import { announcedRevision } from './announced-revision';
import { PLAN_CHANNEL, PREVIEWS_CHANNEL, PROPOSAL_CHANNEL } from './channels';
import { REVISION_CHANNEL } from './execute';
import { findCurrentNumber } from './revision.repository';

const HEARTBEAT_MS = 15_000;
/** After notifications were cut off, what is live is told at once; that the rest is to be asked for, when whatever goes on is done. */
const ASK_AGAIN_MS = 250;
/** Streams that one registry keeps open. */
const MOST_STREAMS = 200;

interface Subscriber {
  environment: string;
  /** Tells a number, unless it is not newer than what was told before. */
  tell(number: number): void;
  tellToAsk(about: string): void;
}

/** What was missed leads to a question more, and nothing else. Their payloads are the environment, or nothing for all of them. */
const ASKED_FOR: readonly [channel: string, about: string][] = [
  [PROSPECTS_CHANNEL, 'prospects'],
  [PREVIEWS_CHANNEL, 'previews'],
  [PLAN_CHANNEL, 'plans'],
  [PROPOSAL_CHANNEL, 'proposals'],
  [PERMISSION_CHANNEL, 'rules'],
];

const schema = {
  params: environmentParams,
  response: { 200: { content: { 'text/event-stream': { schema: z.any() } } }, ...refusals(401, 403, 404, 503) },
};

export interface EventsOptions {
  database: Database;
  /** Emits what this process has committed: its own followers need not wait for the notification, nor miss it while nothing listens. */
  committed: EventEmitter<{ revision: [environment: string, number: number] }>;
  /** How often a stream shows that it lives, and whoever has it is asked again for their right. Default: 15 s. */
  heartbeatMs?: number | undefined;
}

export const eventsRoute: FastifyPluginAsyncZod<EventsOptions> = async (fastify, { database, committed, heartbeatMs = HEARTBEAT_MS }) => {
  const admit = requireToken(database.db, 'view');
  const subscribers = new Set<Subscriber>();

  const tellAll = (environment: string, number: number) => {
    for (const subscriber of subscribers) if (subscriber.environment === environment) subscriber.tell(number);
  };
  committed.on('revision', tellAll);
  const current = (environment: string) => findCurrentNumber(database.db, environment);

  const unlisten = await database.listen(REVISION_CHANNEL, (payload) => {
    const announced = announcedRevision(payload, fastify.log);
    if (announced) return tellAll(announced.environment, announced.number);
    for (const environment of new Set([...subscribers].map((subscriber) => subscriber.environment))) {
      current(environment).then(
        (number) => tellAll(environment, number),
        (err: unknown) => fastify.log.warn({ err }, 'the live revision cannot be read'),
      );
    }
  });
  fastify.addHook('onClose', unlisten);

  for (const [channel, about] of ASKED_FOR) {
    let asking: NodeJS.Timeout | undefined;
    const tellToAsk = (named: string | null) => {
      for (const subscriber of subscribers) if (!named || subscriber.environment === named) subscriber.tellToAsk(about);
    };
    const unlistenToAsk = await database.listen(channel, (named) => {
      if (named !== null) return tellToAsk(named);
      clearTimeout(asking);
      asking = setTimeout(tellToAsk, ASK_AGAIN_MS, null);
    });
    fastify.addHook('onClose', async () => {
      clearTimeout(asking);
      await unlistenToAsk();
    });
  }

  fastify.get('/events', { schema, exposeHeadRoute: false, onRequest: admit }, async (request, reply) => {
    const { environment } = request.params;
    if (subscribers.size >= MOST_STREAMS) {
      throw platformError('service-unavailable', { message: 'There are too many streams of events.', headers: { 'retry-after': '30' } });
    }
    const stream = new PassThrough();
    let told = -1;
    const subscriber: Subscriber = {
      environment,
      tell(number) {
        if (number <= told) return;
        told = number;
        stream.write(`event: revision\nid: ${number}\ndata: ${JSON.stringify({ environment, number })}\n\n`);
      },
      tellToAsk: (about) => void stream.write(`event: ${about}\ndata: ${JSON.stringify({ environment })}\n\n`),
    };
    const end = () => {
      subscribers.delete(subscriber);
      stream.end();
    };
    // What was opened with a token ends with it. Whoever may go on asks anew, with the next access token.
    const beat = async () => {
      const refused = await admit(request).then(() => false, isRefusal);
      if (!stream.writable) return;
      if (refused) return end();
      stream.write(': heartbeat\n\n');
      heartbeat = setTimeout(() => void beat(), heartbeatMs);
    };
    let heartbeat = setTimeout(() => void beat(), heartbeatMs);
    stream.once('close', () => {
      subscribers.delete(subscriber);
      clearTimeout(heartbeat);
      fastify.drainSignal.removeEventListener('abort', end);
    });
    fastify.drainSignal.addEventListener('abort', end);
    // Subscribed before the first reading: a change in between is told by one of the two, and told once.
    subscribers.add(subscriber);
    try {
      subscriber.tell(await current(environment));
    } catch (error) {
      stream.destroy();
      throw error;
    }
    if (fastify.drainSignal.aborted) end();
    return reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no').send(stream);
  });
};

/** While the database or the provider's keys are away, nobody knows better. */
const isRefusal = (error: unknown): boolean => error instanceof AppError && (error.status === 401 || error.status === 403);
