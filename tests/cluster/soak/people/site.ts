/** The site as those who act on it meet it: what they ask goes into the journal with what became of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask } from '../../load/visitors';
import type { Journal } from '../journal';

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  token?: string;
  /** The same for each repetition, so that it is carried out once. */
  idempotencyKey?: string;
  /** Of what is written, as it was seen. The proxy repeats a write whose answer it lost: whoever is told that there is another version knows not whose. */
  version?: number;
  /** What it is about may be gone meanwhile. */
  mayBeGone?: boolean;
}

/** What a write leaves, should it come to pass. */
interface Effect {
  register: string;
  value: string | null;
}

/** Null: no answer. */
type Reply = Answer | null;

export interface Site {
  origin: string;
  journal: Journal;
  /** Ends when the people go home. */
  signal: AbortSignal;
  /** @param who Number of whoever asks: each has an address of the network to itself. */
  ask(who: number, request: Request): Promise<Reply>;
  /** The same for a write, whose effect goes into the journal, acknowledged or unanswered. One that is refused has none, and is wondered at. */
  act(who: number, request: Request, effect: Effect | ((answer: Answer) => Effect)): Promise<Reply>;
  /** The same again and again until it is answered for good. For what is carried out once however often it comes. */
  actUntilAnswered(who: number, request: Request, effect: Effect): Promise<Reply>;
  /** Says that something was answered in a way that nothing explains. */
  wonder(what: string): void;
  /** Answers that nothing explains, and how often they came. */
  wonders: ReadonlyMap<string, number>;
}

const PAUSE_MS = 500;
const MOST_ATTEMPTS = 40;

/** Numbers and names of a path that are different each time. */
const VARIABLE = /\/(?:[0-9]+|[0-9a-f-]{36})(?=\/|$)/g;

const isAnswered = (reply: Reply): reply is Answer => reply !== null && reply.status < 500;

const inWords = ({ method, path }: Request, status: number): string =>
  `${method} ${path.split('?')[0]?.replace(VARIABLE, '/…')} is answered with ${status || 'nothing'}`;

/** @param excused Statuses that may be just now, because of what is happening to the site. 0 stands for no answer. */
export function createSite(origin: string, journal: Journal, signal: AbortSignal, excused: () => readonly number[]): Site {
  const wonders = new Map<string, number>();
  const wonder = (what: string) => void wonders.set(what, (wonders.get(what) ?? 0) + 1);

  const send: Site['ask'] = async (who, request) => {
    const { method, path, body, token, idempotencyKey, version } = request;
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const excusedBefore = excused();
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const reply = await ask(origin + path, who, init).catch(() => null);
    const status = reply?.status ?? 0;
    // What began or ended meanwhile may be the reason as well.
    if ((status === 0 || status >= 500) && ![...excusedBefore, ...excused()].includes(status)) wonder(inWords(request, status));
    return reply;
  };

  const act: Site['act'] = async (who, request, effect) => {
    const reply = await send(who, request);
    if (!isAnswered(reply) || (reply.status === 412 && request.version !== undefined)) {
      if (typeof effect !== 'function') journal.note({ ...effect, state: 'unanswered' });
    } else if (reply.status < 300) journal.note({ ...(typeof effect === 'function' ? effect(reply) : effect), state: 'acknowledged' });
    else if (!(request.mayBeGone && reply.status === 404)) wonder(inWords(request, reply.status));
    return reply;
  };

  return {
    ...{ origin, journal, signal, wonders, wonder, act },
    ask: send,
    async actUntilAnswered(who, request, effect) {
      for (let attempt = 0; ; attempt += 1) {
        const reply = await act(who, request, effect);
        if (isAnswered(reply) || attempt === MOST_ATTEMPTS) return reply;
        await sleep(PAUSE_MS);
      }
    },
  };
}
