/** `/healthz`: the process runs. `/readyz`: all that it depends on answers, which the figure `service_ready` says as well. */
import type { FastifyBaseLogger } from 'fastify';
import fp from 'fastify-plugin';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import { summarizeError } from './error-summary';
import { inTime } from './in-time';

export interface HealthOptions {
  /** By name; a check that throws or takes longer than two seconds fails. */
  checks: Record<string, () => Promise<unknown>>;
  /** Where `service_ready` is registered: looked at whenever the figures are asked for. */
  metrics?: Registry;
}

const TIMEOUT_MS = 2_000;

const readinessSchema = z.object({
  status: z.enum(['ready', 'not ready', 'draining']),
  checks: z.record(z.string(), z.enum(['ok', 'failed'])),
});

const health: FastifyPluginAsyncZod<HealthOptions> = async (fastify, { checks, metrics }) => {
  const note = createNotes();
  const look = async (log: FastifyBaseLogger) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const failure = await inTime(Promise.resolve().then(check), TIMEOUT_MS).then(() => null, reasonOf);
        note(name, failure, log);
        return [name, failure === null ? 'ok' : 'failed'] as const;
      }),
    );
    const isDraining = fastify.drainSignal.aborted;
    return { results, isDraining, isReady: results.every(([, result]) => result === 'ok') && !isDraining };
  };
  if (metrics) {
    new Gauge({
      name: 'service_ready',
      help: 'Whether all that the process depends on answers, and it does not end: 1 or 0',
      registers: [metrics],
      async collect() {
        this.set((await look(fastify.log)).isReady ? 1 : 0);
      },
    });
  }
  fastify.get('/healthz', { schema: { response: { 200: z.object({ status: z.literal('ok') }) } } }, async () => ({
    status: 'ok' as const,
  }));

  fastify.get('/readyz', { schema: { response: { 200: readinessSchema, 503: readinessSchema } } }, async (request, reply) => {
    const { results, isDraining, isReady } = await look(request.log);
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isDraining ? 'draining' : isReady ? 'ready' : 'not ready', checks: Object.fromEntries(results) });
  });
};

/** Probes ask every few seconds: the log has a line for what changes, and none for what stays as it is. */
function createNotes() {
  const failing = new Map<string, string>();
  return (check: string, reason: string | null, log: FastifyBaseLogger): void => {
    if (reason === null) {
      if (failing.delete(check)) log.info({ check }, 'ready again');
    } else if (failing.get(check) !== reason) {
      failing.set(check, reason);
      log.warn({ check, reason }, 'not ready');
    }
  };
}

/** A refused connection to a name with several addresses is an error without a message. */
function reasonOf(error: unknown): string {
  const { message, code, type } = summarizeError(error);
  return message || (code ?? type);
}

export const healthPlugin = fp(health, { name: 'health' });
