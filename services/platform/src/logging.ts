/** Structured logs without personal data. */
import { types } from 'node:util';
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { summarizeError } from './error-summary';

export type { Logger };

export interface LoggingOptions {
  /** `silent` writes nothing. Default `info`. */
  level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** One readable line per event, for a terminal, in place of JSON. */
  pretty?: boolean;
  /** Where the lines go, in place of the standard output. */
  destination?: { write(line: string): void };
}

/** Names under which a person, a secret or the content of a message could be logged by mistake. */
const PERSONAL = ['email', 'phone', 'full_name', 'location', 'password', 'token', 'authorization', 'cookie'];
const PERSONAL_INSIDE = [...PERSONAL, 'name', 'message', 'code', 'to', 'url'];
const PLACES = ['body', 'user', 'profile', 'contact', 'mail', 'headers'];
const REDACTED = [...PERSONAL, ...PLACES.flatMap((place) => PERSONAL_INSIDE.map((key) => `${place}.${key}`))];

/**
 * A request as its declared route, without its address, its headers and the address of the visitor: they may identify a person, and an
 * address that no route declares may hold anything.
 */
const requestSummary = (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'none',
});

/** Every error of a line becomes its summary, under whichever name it was given, and so does whatever was thrown as one. */
function withoutRawErrors(line: Record<string, unknown>): Record<string, unknown> {
  const isError = ([name, value]: [string, unknown]) => types.isNativeError(value) || (name === 'err' && value !== undefined);
  const entries = Object.entries(line);
  if (!entries.some(isError)) return line;
  return Object.fromEntries(entries.map((entry) => [entry[0], isError(entry) ? summarizeError(entry[1]) : entry[1]]));
}

/** A line without words of its own gets the message of its error, here the one that may be told. */
function logWithSafeMessage(this: Logger, args: Parameters<pino.LogFn>, log: pino.LogFn): void {
  const [first, words] = args as [unknown, unknown?];
  const error = types.isNativeError(first) ? first : (first as { err?: unknown } | null | undefined)?.err;
  if (!types.isNativeError(error) || (words !== undefined && words !== error.message)) return log.apply(this, args);
  log.apply(this, [
    types.isNativeError(first) ? { err: first } : first,
    summarizeError(error).message,
  ] as unknown as Parameters<pino.LogFn>);
}

/** In characters. */
const BUFFERED = 16_384;
const FLUSH_MS = 250;

/**
 * The standard output. Lines about answers are written many at a time, at the latest after a quarter of a second: one by one they would
 * take a third of the time of a small answer. From `warn` on, a line is written at once, with those before it. They are not kept in
 * pino's own buffer, which measures all that it holds with each line.
 */
function bufferedOutput(): pino.DestinationStream {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const flush = () => {
    const all = lines;
    lines = '';
    if (all !== '') output.write(all);
  };
  setInterval(flush, FLUSH_MS).unref();
  process.once('exit', () => {
    flush();
    output.flushSync();
  });
  return {
    write(line) {
      lines += line;
      if (lines.length >= BUFFERED || URGENT.test(line)) flush();
    },
  };
}

/** How pino begins a line of these severities. */
const URGENT = /^\{"level":[4-6]0,/;

let isoMs = Number.NaN;
let isoText = '';
/** The time of a line. Text is made of it once a millisecond, in which a busy server writes several lines. */
function timestamp(): string {
  const now = Date.now();
  if (now !== isoMs) [isoMs, isoText] = [now, `,"time":"${new Date(now).toISOString()}"`];
  return isoText;
}

/** A logger for one process; pass it on explicitly, and `child()` it per component. */
export function createLogger({ level = 'info', pretty: readable = false, destination }: LoggingOptions = {}): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    // Errors are summaries by now. A serializer of its own keeps the built-in one, which copies whatever hangs on an error, out of use.
    serializers: { req: requestSummary, err: (summary: unknown) => summary },
    formatters: { log: withoutRawErrors },
    hooks: { logMethod: logWithSafeMessage },
    redact: { paths: REDACTED, censor: '[personal]' },
  };
  if (!readable)
    return pino({ ...options, timestamp }, destination ?? (level === 'silent' ? { write: () => undefined } : bufferedOutput()));
  return pino(
    options,
    pretty({ colorize: process.stdout.isTTY === true, translateTime: 'HH:MM:ss', ignore: 'reqId', singleLine: true, sync: true }),
  );
}

export const silentLogger = (): Logger => createLogger({ level: 'silent' });
