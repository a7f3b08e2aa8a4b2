/** Spans for statements of the database: their text, which has $1 in place of values, and how they ended. */
import { AsyncResource } from 'node:async_hooks';
import { type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';
import { summarizeError } from './error-summary';

const LONGEST_TEXT = 2_000;

type Method = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

export async function traceStatement<T>(tracer: Tracer, text: string, run: () => Promise<T>): Promise<T> {
  const span = startSpan(tracer, text);
  if (!span) return run();
  try {
    const answer = await run();
    endSpan(span, null);
    return answer;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}

export function tracePool(tracer: Tracer, pool: Pool): void {
  const connect = pool.connect.bind(pool) as Method;
  // A callback that waits for a connection is called where another request gives one back.
  pool.connect = ((callback?: Method) => (callback ? connect(AsyncResource.bind(callback)) : connect())) as typeof pool.connect;
  pool.on('connect', (client) => traceClient(tracer, client));
}

/** pg answers by a promise or, where the pool itself asks, by a callback. */
function traceClient(tracer: Tracer, client: PoolClient): void {
  const query = client.query.bind(client) as Method;
  const traced: Method = (...args) => {
    const text = textOf(args[0]);
    const last = args.at(-1);
    if (typeof last !== 'function') return traceStatement(tracer, text, async () => query(...args));
    const span = startSpan(tracer, text);
    const callback = last as Callback;
    return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
      if (span) endSpan(span, error);
      callback(error, ...rest);
    });
  };
  client.query = traced as typeof client.query;
}

/** pg takes a text, or an object with one. */
const textOf = (statement: unknown): string => (typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text));

/** Null outside of requests: what the site does by itself, by the clock, is no part of a trace. */
function startSpan(tracer: Tracer, text: string): Span | null {
  if (!trace.getActiveSpan()) return null;
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_TEXT) };
  return tracer.startSpan(nameOf(text), { kind: SpanKind.CLIENT, attributes });
}

/** The first word says what kind of statement it is. */
const nameOf = (text: string): string => `database ${/[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement'}`;

/** Of a failure the code or the type: messages of PostgreSQL may quote a value. */
function endSpan(span: Span, error: unknown): void {
  if (error) {
    const { type, code } = summarizeError(error);
    span.setAttribute('error.type', code ?? type).setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
