/** Requests to one operation of the registry, made of one that is answered well. */
import type { RouteRequest } from '@site/registry/routes-testing';
import fc from 'fast-check';
import { arbitraryOf, type Knowledge } from './arbitrary-from-schema';
import { hostileHeader, hostileText, malformedPayload, spoiled } from './hostile';
import type { Operation } from './operations';

export interface MadeRequest extends Omit<RouteRequest, 'payload'> {
  payload?: string | Buffer;
}

/** Null: nothing is changed, and the request is made afresh. */
type Change = ((request: MadeRequest) => MadeRequest) | null;

const BASE = '/registry/v1';

/** A good request as it is sent. */
export const written = ({ payload, headers, ...request }: RouteRequest): MadeRequest =>
  payload === undefined || Buffer.isBuffer(payload)
    ? { ...request, headers, ...(payload && { payload }) }
    : { ...request, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(payload) };

/**
 * What becomes of a good request: nothing, something else that the document describes, or something that nobody sends by accident.
 * @param sample Good requests, of whose bodies others are made.
 * @param strangers What stands in the place of the token.
 */
export function changesOf(
  { path, parameters, body }: Operation,
  sample: readonly RouteRequest[],
  strangers: readonly (string | undefined)[],
  known: Knowledge,
): fc.Arbitrary<Change> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const schemaOf = (name: string) => parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema ?? {};
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const inHeader = parameters.filter((parameter) => parameter.in === 'header');
  const bodies = sample.flatMap(({ payload }) => (payload === undefined || Buffer.isBuffer(payload) ? [] : [payload]));

  const query = (isHostile: boolean) =>
    fc
      .record(
        Object.fromEntries(
          inQuery.map(({ name, schema }) => [name, isHostile ? hostileText : arbitraryOf(schema, known, name).map(String)]),
        ),
        { requiredKeys: [] },
      )
      .map((values) => (request: MadeRequest) => withQuery(request, values as Record<string, string>));
  const place = (isHostile: boolean) =>
    fc
      .tuple(fc.constantFrom(...names), isHostile ? hostileText : fc.constant(''))
      .chain(([name, text]) =>
        (isHostile ? fc.constant(text) : arbitraryOf(schemaOf(name), known, name).map(String)).map(
          (value) => (request: MadeRequest) => withPlace(request, path, name, value),
        ),
      );
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((one) => (request: MadeRequest) => withPayload(request, 'application/json', JSON.stringify(one)));
  const described = body === undefined ? [] : [arbitraryOf(body, known)];
  /** A body that was good, with some of it as the document has it. */
  const mixed = described.map((other) =>
    fc
      .tuple(fc.constantFrom(...bodies), other, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
      .map(([good, instead, choice]) => ({
        ...good,
        ...Object.fromEntries(Object.entries(instead as object).filter((_entry, index) => choice[index % choice.length])),
      })),
  );

  const following = [
    ...(inQuery.length > 0 ? [query(false)] : []),
    ...(names.length > 0 ? [place(false)] : []),
    ...described.map(json),
    ...mixed.map(json),
  ];
  const breaking = [
    ...(inQuery.length > 0 ? [query(true)] : []),
    ...(names.length > 0 ? [place(true)] : []),
    ...(body === undefined ? [] : [json(spoiled(fc.constantFrom(...bodies))), ...mixed.map((one) => json(spoiled(one)))]),
    ...inHeader.map(({ name }) => hostileHeader.map((value) => (request: MadeRequest) => withHeader(request, name, value))),
    fc.constantFrom(...strangers).map((value) => (request: MadeRequest) => withHeader(request, 'authorization', value)),
    ...(sample.some(({ payload }) => payload !== undefined)
      ? [
          malformedPayload.map(
            ({ type, text }) =>
              (request: MadeRequest) =>
                withPayload(request, type, text),
          ),
          hostileText.map(
            (text) => (request: MadeRequest) => withPayload(request, request.headers['content-type'] ?? 'application/json', text),
          ),
        ]
      : []),
  ];
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Change>(null) },
    ...(following.length > 0 ? [{ weight: 2, arbitrary: fc.oneof(...following) as fc.Arbitrary<Change> }] : []),
    { weight: 2, arbitrary: fc.oneof(...breaking) as fc.Arbitrary<Change> },
  );
}

/** Lone surrogates cannot be encoded; a server can only ever see their replacement. */
const encode = (value: string) => encodeURIComponent(Buffer.from(value).toString());

function withQuery(request: MadeRequest, values: Record<string, string>): MadeRequest {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encode(value)}`);
  const [address = ''] = request.url.split('?');
  return { ...request, url: pairs.length > 0 ? `${address}?${pairs.join('&')}` : address };
}

function withPlace(request: MadeRequest, path: string, name: string, value: string): MadeRequest {
  const at = `${BASE}${path}`.split('/').indexOf(`{${name}}`);
  const [address = '', ...query] = request.url.split('?');
  const parts = address.split('/').map((part, index) => (index === at ? encode(value) : part));
  return { ...request, url: [parts.join('/'), ...query].join('?') };
}

function withHeader({ headers, ...request }: MadeRequest, name: string, value: string | undefined): MadeRequest {
  const others = Object.entries(headers).filter(([other]) => other !== name);
  return { ...request, headers: Object.fromEntries(value === undefined ? others : [...others, [name, value]]) };
}

const withPayload = (request: MadeRequest, type: string, payload: string): MadeRequest => ({
  ...withHeader(request, 'content-type', type),
  payload,
});
