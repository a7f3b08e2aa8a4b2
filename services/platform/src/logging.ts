/** Structured logs without personal data. */
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

export type { Logger };

export interface LoggingOptions {
  /** `silent` writes nothing. Default `info`. */
  level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** One readable line per event, for a terminal, in place of JSON. */
  pretty?: boolean;
}

/** Names under which a person, a secret or the content of a message could be logged by mistake. */
const PERSONAL = ['email', 'phone', 'full_name', 'location', 'password', 'token', 'authorization', 'cookie'];
const PERSONAL_INSIDE = [...PERSONAL, 'name', 'message', 'code', 'to', 'url'];
const PLACES = ['body', 'user', 'profile', 'contact', 'mail', 'headers'];
const REDACTED = [...PERSONAL, ...PLACES.flatMap((place) => PERSONAL_INSIDE.map((key) => `${place}.${key}`))];

/** Serializes a request without its query, its headers and the address of the visitor: they may identify a person. */
export const requestSummary = (request: { method: string; url: string; routeOptions?: { url?: string | undefined } }) => ({
  method: request.method,
  route: request.routeOptions?.url ?? request.url.split('?')[0],
});

/** A logger for one process; pass it on explicitly, and `child()` it per component. */
export function createLogger({ level = 'info', pretty: readable = false }: LoggingOptions = {}): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    serializers: { req: requestSummary, err: pino.stdSerializers.err },
    redact: { paths: REDACTED, censor: '[personal]' },
  };
  if (!readable) return pino({ ...options, timestamp: pino.stdTimeFunctions.isoTime });
  return pino(
    options,
    pretty({ colorize: process.stdout.isTTY === true, translateTime: 'HH:MM:ss', ignore: 'reqId', singleLine: true, sync: true }),
  );
}

export const silentLogger = (): Logger => createLogger({ level: 'silent' });
