/**
 * Answers that are finished before somebody asks, such as a page in memory. They are sent at once: routing, hooks, and a request, a reply and a
 * logger of their own would take as long as all the rest. What every answer has, they have too: security headers, the id of the request
 * where it may be told, a line in the log, and their time in the metrics.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerObserver } from './answered';
import type { Logger } from './logging';
import { protocolOf, type Trust } from './proxies';
import { withSecurityHeaders } from './security-headers';

/** Made once, for all who get it. */
export interface FinishedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Null for none. */
  body: Buffer | null;
}

export interface Found {
  answer: FinishedAnswer;
  /** Headers of this request alone, to which its id is added. Null for an answer that caches share: it tells nothing of a request. */
  own: readonly string[] | null;
}

export interface PlainRequest {
  /** As it was sent, with its query. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Whether the browser asked by https. */
  isSecure: boolean;
}

/** Null when the answer is not finished: the request then takes its way through hooks and routes. */
export type FindFinished = (request: PlainRequest) => Found | null;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Asked ahead of the routes for each GET. No hook sees what is found, so it is for one route whose answers need none.
     * @param route Under which the answers are logged and measured, as it is declared.
     */
    answerAhead(route: string, find: FindFinished): void;
  }
}

interface FinishedAnswersOptions {
  logger: Logger;
  requestId(request: IncomingMessage): string;
  trust: Trust;
}

interface Ahead {
  route: string;
  find: FindFinished;
  tell: AnswerObserver;
  /** When it is aborted, nothing is answered ahead any more. */
  until: AbortSignal;
}

/** Names and values in turns, which Node writes soonest. */
type AllHeaders = string[];

export class FinishedAnswers {
  readonly #options: FinishedAnswersOptions;
  #ahead: Ahead | null = null;
  /** All headers of an answer. */
  readonly #complete = { http: new WeakMap<FinishedAnswer, AllHeaders>(), https: new WeakMap<FinishedAnswer, AllHeaders>() };

  constructor(options: FinishedAnswersOptions) {
    this.#options = options;
  }

  answerAhead(ahead: Ahead): void {
    this.#ahead = ahead;
  }

  /** @returns Whether the request has its answer. */
  send(request: IncomingMessage, response: ServerResponse): boolean {
    const ahead = this.#ahead;
    if (!ahead || request.method !== 'GET' || ahead.until.aborted) return false;
    const begin = performance.now();
    const { logger, requestId, trust } = this.#options;
    try {
      const protocol = protocolOf(request, trust) === 'https' ? 'https' : 'http';
      const found = ahead.find({ url: request.url ?? '', headers: request.headers, isSecure: protocol === 'https' });
      if (!found) return false;
      const { answer, own } = found;
      const id = requestId(request);
      const headers = this.#headersOf(answer, protocol);
      response.writeHead(answer.status, own ? headers.concat(own, 'x-request-id', id) : headers);
      response.on('finish', () => {
        ahead.tell({ id, method: 'GET', route: ahead.route, status: answer.status, ms: performance.now() - begin });
      });
      response.end(answer.body);
      return true;
    } catch (err) {
      logger.error({ err }, 'an answer is not sent ahead of its route');
      if (response.headersSent) response.destroy();
      return response.headersSent;
    }
  }

  #headersOf(answer: FinishedAnswer, protocol: 'http' | 'https'): AllHeaders {
    const known = this.#complete[protocol].get(answer);
    if (known) return known;
    const { status, headers, body } = answer;
    const length = body ? { 'content-length': String(body.length) } : {};
    const complete = Object.entries({ ...withSecurityHeaders(status, headers, protocol), ...length }).flat();
    this.#complete[protocol].set(answer, complete);
    return complete;
  }
}
