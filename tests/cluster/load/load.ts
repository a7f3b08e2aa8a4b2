/** Visitors who come at a steady rate, whether those before them have got their answers or not. */
import { type Answer, ask, type Form, type Purpose, readsOf, send } from './visitors';

export interface Failure {
  purpose: Purpose;
  /** Milliseconds since the load began. */
  atMs: number;
  what: string;
  /** The service said that it cannot answer now, and when to come again. */
  saidSo: boolean;
}

export interface Report {
  seconds: number;
  requests: number;
  /** Visitors who did not come, because so many were waiting already that this machine could not have asked for more. */
  stayedAway: number;
  p99Ms: number;
  failures: Failure[];
  /** Forms that the site said it has. */
  acknowledged: Form[];
}

export interface Load {
  /** Resolves once so many more requests for this have been answered well. */
  served(purpose: Purpose, count: number): Promise<void>;
  /** Resolves once so many more have failed. */
  failed(purpose: Purpose, count: number): Promise<void>;
  /** Ends it. Resolves when all answers are there. */
  end(): Promise<Report>;
}

/** Of ten requests, one sends a form; every fifth form is a sign-up. */
const FORM_EVERY = 10;
const SIGNUP_EVERY = 5;
/** As many visitors as come within so many seconds may wait for their answers at a time. */
const MOST_SECONDS_WAITING = 10;

export async function startLoad(origin: string, perSecond: number): Promise<Load> {
  const reads = await readsOf(origin);
  const startedAt = performance.now();
  const under = new Set<Promise<void>>();
  const times: number[] = [];
  const failures: Failure[] = [];
  const acknowledged: Form[] = [];
  let waiting: { isMet: (purpose: Purpose, ok: boolean) => boolean; resolve: () => void }[] = [];
  let visitors = 0;
  let stayedAway = 0;

  function note(purpose: Purpose, what: string, answer: Answer | Error, beganAt: number): void {
    times.push(performance.now() - beganAt);
    const ok = !(answer instanceof Error) && answer.status === 200;
    if (!ok) {
      const why = answer instanceof Error ? ((answer.cause as Error | undefined) ?? answer).message : String(answer.status);
      const saidSo = !(answer instanceof Error) && answer.status === 503 && Number(answer.retryAfter) > 0;
      failures.push({ purpose, atMs: Math.round(beganAt - startedAt), what: `${what}: ${why}`, saidSo });
    }
    const met = waiting.filter(({ isMet }) => isMet(purpose, ok));
    waiting = waiting.filter((one) => !met.includes(one));
    for (const { resolve } of met) resolve();
  }

  async function read(visitor: number): Promise<void> {
    const [purpose, path] = reads[visitor % reads.length] as [Purpose, string];
    const beganAt = performance.now();
    note(purpose, `GET ${path}`, await ask(origin + path, visitor).catch((error: Error) => error), beganAt);
  }

  async function write(visitor: number): Promise<void> {
    const action = visitor % (FORM_EVERY * SIGNUP_EVERY) === 0 ? 'signup' : 'contact';
    const beganAt = performance.now();
    try {
      const { form, sent, answer } = await send(origin, action, visitor);
      if (sent && answer.status === 200) acknowledged.push(form);
      note(sent ? 'form' : 'api', sent ? `POST /api/${action}` : 'GET /api/bot-check/challenge', answer, beganAt);
    } catch (error) {
      note('form', `POST /api/${action}`, error as Error, beganAt);
    }
  }

  // A busy machine forgets turns of a timer, and then those who are due come together.
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * perSecond) / 1000;
    while (visitors < due) {
      const visitor = ++visitors;
      if (under.size >= perSecond * MOST_SECONDS_WAITING) {
        stayedAway += 1;
        continue;
      }
      const request = visitor % FORM_EVERY === 0 ? write(visitor) : read(visitor);
      under.add(request);
      void request.finally(() => under.delete(request));
    }
  }, 1000 / perSecond);

  const until = (wanted: Purpose, wantedOk: boolean, count: number): Promise<void> =>
    new Promise((resolve) => {
      let left = count;
      waiting.push({ isMet: (purpose, ok) => purpose === wanted && ok === wantedOk && --left === 0, resolve });
    });

  return {
    served: (purpose, count) => until(purpose, true, count),
    failed: (purpose, count) => until(purpose, false, count),
    async end() {
      clearInterval(timer);
      await Promise.all(under);
      times.sort((a, b) => a - b);
      return {
        seconds: (performance.now() - startedAt) / 1000,
        requests: times.length,
        stayedAway,
        p99Ms: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
        failures,
        acknowledged,
      };
    },
  };
}
