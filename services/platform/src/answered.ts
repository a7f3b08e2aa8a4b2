/** What is told of each answer once it is sent: to the log, and to whoever measures. */
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { Logger } from './logging';

export interface Answered {
  /** Of the request. */
  id: string;
  method: string;
  /** The declared route, never the address: addresses are without number and may identify a person. `none` where no route answered. */
  route: string;
  status: number;
  /** From the request to the end of the answer. */
  ms: number;
}

export type AnswerObserver = (answered: Answered) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells of each answer of this server, those included that no hook sees ({@link FastifyInstance.answerAhead}). */
    onAnswered(observer: AnswerObserver): void;
  }
}

/** @returns What tells the observers, for answers that have no hook of Fastify. */
export function observeAnswers(server: FastifyInstance): AnswerObserver {
  const observers: AnswerObserver[] = [];
  const tell: AnswerObserver = (answered) => {
    for (const observe of observers) observe(answered);
  };
  server.decorate('onAnswered', (observer) => void observers.push(observer));
  // Hooks of every answer call back: a promise for each would take as long as a small answer.
  server.addHook('onResponse', ({ id, method, routeOptions }, { statusCode: status, elapsedTime: ms }, done) => {
    tell({ id, method, route: routeOptions?.url ?? 'none', status, ms });
    done();
  });
  return tell;
}

/** What a logger makes its lines of. */
interface Written {
  [pino.symbols.streamSym]: pino.DestinationStream;
  [pino.symbols.timeSym](): string;
  [pino.symbols.chindingsSym]: string;
}

/**
 * A line for each answer, as the logger would write it. It has nothing else than what is said here, so nothing personal is looked for in it, and
 * the line is put together here: the logger's own way would take as long as all that an edge does to find a page in memory.
 */
export function logAnswers(logger: Logger): AnswerObserver {
  /** What repeats is written out once. There are as many as routes and methods. */
  const loggers = new Map<string, Logger & Written>();
  return ({ id, method, route, status, ms }) => {
    const key = `${method} ${route}`;
    const known = loggers.get(key);
    const own = known ?? (logger.child({ req: { method, routeOptions: { url: route } } }) as Logger & Written);
    if (!known) loggers.set(key, own);
    if (!own.isLevelEnabled('info')) return;
    const said = `,"reqId":${JSON.stringify(id)},"status":${status},"ms":${Math.round(ms)},"msg":"answered"}\n`;
    const begin = `{"level":${LEVEL}${own[pino.symbols.timeSym]()}${own[pino.symbols.chindingsSym]}`;
    own[pino.symbols.streamSym].write(begin + said);
  };
}

const LEVEL = pino.levels.values.info;
