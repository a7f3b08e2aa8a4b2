/** {@link Tracing} by OpenTelemetry. No span has an address, a value of a query, or anything that a person wrote. */
import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracing, TracingOptions } from './tracing';
import { traceCalls } from './tracing-calls';
import { tracePool, traceStatement } from './tracing-statements';

/** Asked every few seconds by who watches the process. */
const NOT_TRACED = new Set(['/healthz', '/readyz', '/metrics']);

export function openTracing({ endpoint, serviceName, ownOrigins, timeoutMs = 2_000, onFailure }: TracingOptions): Tracing {
  const exporter = reporting(
    new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: timeoutMs }),
    onFailure,
  );
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register({ propagator: new W3CTraceContextPropagator() });
  const tracer = provider.getTracer('site');
  const stopCalls = traceCalls(tracer, ownOrigins);

  return {
    traceRequests: (server) => traceRequests(server, tracer),
    traceStatement: (text, run) => traceStatement(tracer, text, run),
    tracePool: (pool) => tracePool(tracer, pool),
    async stop() {
      stopCalls();
      await provider.shutdown().catch(onFailure);
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

/** Tells of the first failure, and of the next one after something has arrived: what is not sent is tried every few seconds. */
export function reporting(exporter: SpanExporter, onFailure: (error: Error) => void): SpanExporter {
  let isFailing = false;
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        if (result.error && !isFailing) onFailure(result.error);
        isFailing = result.error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function traceRequests(server: FastifyInstance, tracer: Tracer): void {
  const traced = new WeakMap<FastifyRequest, Context>();
  const end = (request: FastifyRequest, status: number | null) => {
    const found = traced.get(request);
    if (!found) return;
    traced.delete(request);
    const span = trace.getSpan(found);
    if (status !== null) span?.setAttribute('http.response.status_code', status);
    if (status === null || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
  server.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'none' } = request.routeOptions;
    if (NOT_TRACED.has(route)) return done();
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id };
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    const within = trace.setSpan(parent, span);
    traced.set(request, within);
    context.with(within, done);
  });
  server.addHook('onRequestAbort', (request, done) => {
    end(request, null);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode);
    done();
  });
}
