/** Prometheus metrics at `/metrics`: the process, and how long each route takes. */
import type { FastifyPluginAsync } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface MetricsOptions {
  /** Where services register their own metrics. A new one by default. */
  registry?: Registry;
}

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const DURATION = 'http_request_duration_seconds';

const routeTimes: FastifyPluginAsync<Required<MetricsOptions>> = async (fastify, { registry }) => {
  const duration =
    (registry.getSingleMetric(DURATION) as Histogram<'method' | 'route' | 'status'> | undefined) ??
    new Histogram({
      name: DURATION,
      help: 'Time from request to answer, by declared route',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers: [registry],
    });
  fastify.onAnswered(({ method, route, status, ms }) => duration.observe({ method, route, status: String(status) }, ms / 1000));
};

/** How long each route takes. Several servers of a process may share a registry. */
export const routeTimesPlugin = fp(routeTimes, { name: 'route-times' });

const metrics: FastifyPluginAsync<MetricsOptions> = async (fastify, { registry = new Registry() }) => {
  collectDefaultMetrics({ register: registry });
  await fastify.register(routeTimesPlugin, { registry });
  fastify.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
};

/** {@link routeTimesPlugin}, the process, and the address where both are read. */
export const metricsPlugin = fp(metrics, { name: 'metrics' });
