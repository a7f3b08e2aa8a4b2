/** Requests of the registry's HTTP interface, and what becomes of its refusals. */
import { errorBodySchema } from '@site/contracts/errors';
import * as z from 'zod/mini';
import { EXIT, exitCodeOf, Failure } from '../failure';
import { isLoopback } from '../is-loopback';

/** Every request throws a {@link Failure} when it is refused or the registry cannot be reached. */
export interface Transport {
  call<S extends z.ZodMiniType>(schema: S, path: string, init?: RequestInit): Promise<z.output<S>>;
  /** The same; null for what there is not. */
  callOrNull<S extends z.ZodMiniType>(schema: S, path: string): Promise<z.output<S> | null>;
  /** @returns The answer as it is. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** What the answer to a request consists of, such as its text. */
  whole<T>(body: Promise<T>, init?: RequestInit): Promise<T>;
  inJson(method: string, body: unknown): RequestInit;
}

/** A token, or who is asked for it at each request: that of a sign-in ends, and another one follows. */
export type Token = string | (() => Promise<string>);

/** How long the registry may take to answer. A store that hangs costs it some seconds. */
const ANSWER_LIMIT_MS = 30_000;

/** For calls about one environment. */
export interface EnvironmentTransport extends Transport {
  environment: string;
  /** Its path. */
  here: string;
}

/** @param registry Address of the registry, or of its site. */
export function createTransport(registry: string, token: Token | undefined): Transport {
  const base = `${registryAddress(registry)}/v1`;

  async function request(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${plain(typeof token === 'string' ? token : await token())}`);
    const isUpload = init.body !== undefined && typeof init.body !== 'string';
    const limit = new AbortController();
    // Of the answer itself nothing is limited: a stream of events goes on. How long an upload may take, the registry says.
    const timer = isUpload ? undefined : setTimeout(() => limit.abort(), ANSWER_LIMIT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
    try {
      return await fetch(base + path, { ...init, headers, signal });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      if (limit.signal.aborted) throw unanswered(registry, init);
      const reason = (error as { cause?: { code?: string } }).cause?.code ?? 'no answer';
      if (LOST.has(reason)) throw ended(registry, init, 'it had answered');
      throw new Failure(
        `The registry at ${registryAddress(registry)} cannot be reached (${reason}). Is the site running?`,
        EXIT.unavailable,
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await request(path, init);
    if (answer.ok) return answer;
    throw refusal(answer.status, await whole(answer.text(), init), path, registry, token);
  }

  const whole: Transport['whole'] = (body, init = {}) =>
    body.catch(() => {
      throw ended(registry, init, 'all of its answer had come');
    });

  const call: Transport['call'] = async (schema, path, init) => {
    const answer = schema.safeParse(parseOrNull(await whole((await send(path, init)).text(), init)));
    if (answer.success) return answer.data;
    throw new Failure(
      `What answers at ${registryAddress(registry)} is no registry, or one of another version: this tool does not understand its answer to ${path}.`,
      EXIT.unavailable,
    );
  };

  const callOrNull: Transport['callOrNull'] = async (schema, path) => {
    try {
      return await call(schema, path);
    } catch (error) {
      if (error instanceof Failure && error.exitCode === EXIT.notFound) return null;
      throw error;
    }
  };

  const inJson = (method: string, body: unknown): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  return { call, callOrNull, send, whole, inJson };
}

/** The address as given, or with `/registry` if it names a site. */
export function registryAddress(given: string): string {
  if (!URL.canParse(given) || !/^https?:/.test(given)) throw new Failure(`'${given}' is not an address of a registry.`, EXIT.usage);
  const url = new URL(given);
  return url.pathname === '/' ? `${url.origin}/registry` : given.replace(/\/$/, '');
}

/** Address of the site that has the registry. */
export const siteOf = (registry: string): string => registryAddress(registry).replace(/\/registry$/, '');

/** @throws Failure for what no header can carry. The end of a line behind it came from a file. */
function plain(token: string): string {
  if (/^[!-~]+$/.test(token.trimEnd())) return token.trimEnd();
  throw new Failure('The token has a character that no token has. Give it as it was shown.', EXIT.unauthorized);
}

/** What is told of a connection that there was, and that ended. */
const LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function ended(registry: string, init: RequestInit, before: string): Failure {
  const sentence = `The registry at ${registryAddress(registry)} has ended the connection before ${before}.`;
  return new Failure(sentence + doubtOf(init), EXIT.unavailable);
}

function unanswered(registry: string, init: RequestInit): Failure {
  const sentence = `The registry at ${registryAddress(registry)} has not answered for ${ANSWER_LIMIT_MS / 1_000} seconds.`;
  return new Failure(sentence + doubtOf(init), EXIT.unavailable);
}

/** Of a request that was to change something, and whose answer has not come. */
const doubtOf = ({ method = 'GET' }: RequestInit): string =>
  method === 'GET' ? '' : ' Whether it does what it was asked is not known: look before you repeat it.';

/** What proxies answer when nobody is behind them. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

function refusal(status: number, text: string, path: string, registry: string, token: Token | undefined): Failure {
  const body = errorBodySchema.safeParse(parseOrNull(text));
  if (!body.success && GATEWAY.has(status))
    return new Failure(
      `At ${registryAddress(registry)} something else answers in the registry's place, with status ${status}: the registry is not running, or cannot be reached from there.`,
      EXIT.unavailable,
    );
  if (!body.success && status === 404)
    return new Failure(
      `What answers at ${registryAddress(registry)} is no registry: it says that there is nothing at ${path}, with status 404.`,
      EXIT.unavailable,
    );
  if (!body.success) return new Failure(`The registry answered ${status} in a way that this tool does not understand.`, exitCodeOf(status));
  const { code, error, details } = body.data;
  return new Failure(sentenceOf(error, details) + remedyFor(code, status, registry, token), exitCodeOf(status, code), code, details);
}

function remedyFor(code: string, status: number, registry: string, token: Token | undefined): string {
  if (status === 401 && !token) return ' Sign in with npx release login, or give --token or RELEASE_TOKEN.';
  // Of a local site there are tokens for everything, and a sign-in goes before them.
  if (code === 'forbidden' && typeof token === 'function' && isLoopback(registry))
    return ' You act here as who you have signed in as; npx release logout gives the tokens of the local site back.';
  return '';
}

const issuesSchema = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })).check(z.minLength(1)) });

/** The sentence of a refusal; of a request that is not valid with what is wrong, a line for each field: `name: A team is named with ...`. */
function sentenceOf(error: string, details: unknown): string {
  const found = issuesSchema.safeParse(details);
  if (!found.success) return error;
  const lines = found.data.issues.map(({ path, message }) => `  ${path.split('/').filter(Boolean).join('.') || 'it'}: ${message}`);
  return [error, ...lines].join('\n');
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Why, as the query of a call that has no body. */
export const because = (reason: string | undefined): string => (reason === undefined ? '' : `?${new URLSearchParams({ reason })}`);
