/** Spans for what this process asks by `fetch`: to whom, and how it ended. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';

/** What Node's own `fetch` tells of a request. */
interface Call {
  method: string;
  origin: string | URL;
  addHeader(name: string, value: string): unknown;
}

/**
 * Calls that belong to a request get a span, and those to our own roles say to which trace they belong.
 * @returns What ends it.
 */
export function traceCalls(tracer: Tracer, ownOrigins: ReadonlySet<string>): () => void {
  const spans = new WeakMap<Call, Span>();
  const created = (message: unknown) => {
    const { request: call } = message as { request: Call };
    if (!trace.getActiveSpan()) return;
    const { origin, host } = new URL(call.origin);
    const attributes = { 'http.request.method': call.method, 'server.address': host };
    const span = tracer.startSpan(`${call.method} ${host}`, { kind: SpanKind.CLIENT, attributes });
    spans.set(call, span);
    if (!ownOrigins.has(origin)) return;
    const carrier: Record<string, string> = {};
    propagation.inject(trace.setSpan(context.active(), span), carrier);
    for (const [name, value] of Object.entries(carrier)) call.addHeader(name, value);
  };
  const answered = (message: unknown) => {
    const { request, response } = message as { request: Call; response: { statusCode: number } };
    const span = spans.get(request)?.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
  };
  const ended = (message: unknown) => spans.get((message as { request: Call }).request)?.end();
  const failed = (message: unknown) => {
    const { request, error } = message as { request: Call; error: Error };
    spans.get(request)?.setAttribute('error.type', error.name).setStatus({ code: SpanStatusCode.ERROR }).end();
  };
  const channels = Object.entries({ create: created, headers: answered, trailers: ended, error: failed });
  for (const [event, listener] of channels) subscribe(`undici:request:${event}`, listener);
  return () => {
    for (const [event, listener] of channels) unsubscribe(`undici:request:${event}`, listener);
  };
}
