/**
 * Traces, where somebody collects them. Nothing of OpenTelemetry is loaded, and no request has a hook for it, unless {@link startTracing} was
 * called before.
 */
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

export interface TracingOptions {
  /** Where traces go by OTLP over HTTP, without the path (`http://collector:4318`). */
  endpoint: string;
  /** How this process is called in traces. */
  serviceName: string;
  /** Origins of our own roles. Only they are told to which trace a call belongs. */
  ownOrigins: ReadonlySet<string>;
  /** How long in milliseconds a process that ends waits for a collector that does not answer. Default 2,000. */
  timeoutMs?: number | undefined;
  /** Told when traces do not arrive, once until they do again. */
  onFailure(error: Error): void;
}

export interface Tracing {
  /** A span for each request, under the one that `traceparent` names. To be called before routes are registered. */
  traceRequests(server: FastifyInstance): void;
  /** A span for a statement, with its text and without its values, where a request is under way. */
  traceStatement<T>(text: string, run: () => Promise<T>): Promise<T>;
  /** The same for every statement of the connections of a pool. To be called before it has any. */
  tracePool(pool: Pool): void;
  /** Sends what was not sent yet, and ends. */
  stop(): Promise<void>;
}

let current: Tracing | null = null;

/** What traces in this process; null where nobody collects traces. */
export const tracing = (): Tracing | null => current;

/** To be called before servers are made and databases opened. @returns What ends it. */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  const { openTracing } = await import('./tracing-otel');
  const started = openTracing(options);
  current = started;
  return async () => {
    if (current === started) current = null;
    await started.stop();
  };
}
