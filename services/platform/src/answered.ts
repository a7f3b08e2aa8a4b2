/** What is told of each answer once it is sent: to the log, and to whoever measures. */
import type { FastifyInstance } from 'fastify';
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

/**
 * A line for each answer. It has nothing else than what is said here, so nothing personal is looked for in it, which would take as long as
 * the rest.
 */
export function logAnswers(logger: Logger): AnswerObserver {
  const plain = logger.child({}, { redact: [], formatters: { log: (line) => line } });
  /** What repeats is written out once. There are as many as routes and methods. */
  const loggers = new Map<string, Logger>();
  return ({ id, method, route, status, ms }) => {
    const key = `${method} ${route}`;
    const known = loggers.get(key);
    const own = known ?? plain.child({ req: { method, routeOptions: { url: route } } });
    if (!known) loggers.set(key, own);
    own.info({ reqId: id, status, ms: Math.round(ms) }, 'answered');
  };
}
