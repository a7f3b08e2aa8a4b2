/** The operations of an OpenAPI document, and requests to them. */
import fc from 'fast-check';
import { arbitraryOf, type JsonSchema, type Knowledge } from './arbitrary-from-schema';
import { hostileHeader, hostileText, malformedPayload, spoiled, unreadable } from './hostile';

export interface Operation {
  method: string;
  path: string;
  access: 'public' | 'player' | 'staff';
  parameters: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }[];
  body: JsonSchema | undefined;
  /** Schemas of JSON answers by status; null for answers of another kind. */
  responses: Record<string, JsonSchema | null>;
}

export interface GeneratedRequest {
  method: string;
  /** Address below the base address of the API. */
  url: string;
  headers: Record<string, string>;
  payload?: string;
  /** Whether everything about it follows the document. */
  isValid: boolean;
  /** Whether one of its texts has what no text may have, so that it must be refused. */
  isUnreadable: boolean;
}

interface Document {
  paths: Record<
    string,
    Record<string, { parameters?: Operation['parameters']; requestBody?: Content; responses: Record<string, Content>; security: unknown[] }>
  >;
}
interface Content {
  content?: Record<string, { schema: JsonSchema }>;
}

export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody, responses, security }]) => ({
      method: method.toUpperCase(),
      path,
      access: path.startsWith('/desk/') ? ('staff' as const) : security.length > 0 ? ('player' as const) : ('public' as const),
      parameters,
      body: requestBody?.content?.['application/json']?.schema,
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, { content }]) => [status, content?.['application/json']?.schema ?? null]),
      ),
    })),
  );

/**
 * Half of the requests follow the document; the others break it in one place or another.
 * @param isText Whether people type what is under this name.
 */
export function requestsTo(
  operation: Operation,
  known: Knowledge,
  authorizations: fc.Arbitrary<string | undefined>,
  isText: (name: string) => boolean,
): fc.Arbitrary<GeneratedRequest> {
  const valid = build(operation, known, authorizations, false);
  const hostile = build(
    operation,
    known,
    fc.oneof(authorizations, fc.constantFrom(undefined, 'Bearer', 'Bearer a.b.c', 'Basic YTpi')),
    true,
  );
  const { body } = operation;
  if (body === undefined || !hasTexts(body, isText)) return fc.oneof(valid, hostile);
  const texts = unreadable(arbitraryOf(body, known), isText);
  const broken = fc
    .tuple(valid, texts)
    .map(([request, value]) => ({ ...request, payload: JSON.stringify(value), isValid: false, isUnreadable: true }));
  return fc.oneof({ weight: 4, arbitrary: valid }, { weight: 3, arbitrary: hostile }, { weight: 1, arbitrary: broken });
}

/** Whether bodies can have a property that is a text of people. */
function hasTexts({ properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema, isText: (name: string) => boolean): boolean {
  const isOne = ([name, schema]: [string, JsonSchema]) => (schema.type === 'string' && isText(name)) || hasTexts(schema, isText);
  return Object.entries(properties).some(isOne) || [...anyOf, ...oneOf, ...(items ? [items] : [])].some((inner) => hasTexts(inner, isText));
}

function build(
  { method, path, parameters, body }: Operation,
  known: Knowledge,
  authorizations: fc.Arbitrary<string | undefined>,
  isHostile: boolean,
): fc.Arbitrary<GeneratedRequest> {
  const some = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>) =>
    isHostile ? fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: bad }) : good;
  const text = ({ schema, name }: Operation['parameters'][number]) => some(arbitraryOf(schema, known, name).map(String), hostileText);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const inHeader = parameters.filter((parameter) => parameter.in === 'header' && parameter.required);
  const jsonBody = body === undefined ? undefined : arbitraryOf(body, known);
  const payload =
    jsonBody === undefined
      ? fc.constant(undefined)
      : some(
          jsonBody.map((value) => ({ type: 'application/json', text: JSON.stringify(value) })),
          fc.oneof(
            { weight: 5, arbitrary: spoiled(jsonBody).map((value) => ({ type: 'application/json', text: JSON.stringify(value) })) },
            { weight: 1, arbitrary: malformedPayload },
          ),
        );
  const names = inPath.map(({ name }) => name);
  return fc
    .record({
      path: fc.tuple(...inPath.map(text)),
      query: fc.tuple(
        ...inQuery.map((parameter) => (parameter.required ? text(parameter) : fc.option(text(parameter), { nil: undefined }))),
      ),
      payload,
      named: fc.tuple(
        ...inHeader.map((parameter) => some(arbitraryOf(parameter.schema, known, parameter.name).map(String), hostileHeader)),
      ),
      authorization: authorizations,
      extra: some(
        fc.constant({}),
        fc.constantFrom<Record<string, string>>({ 'if-none-match': '*' }, { 'idempotency-key': 'short' }, { 'x-request-id': '../../x' }),
      ),
    })
    .map((parts) => ({
      method,
      url: address(
        path,
        names,
        parts.path,
        inQuery.map(({ name }) => name),
        parts.query,
      ),
      headers: {
        ...(parts.authorization !== undefined && { authorization: parts.authorization }),
        ...(parts.payload && { 'content-type': parts.payload.type }),
        ...Object.fromEntries(
          inHeader.flatMap(({ name }, index) => (parts.named[index] === undefined ? [] : [[name, parts.named[index]]])),
        ),
        ...parts.extra,
      },
      ...(parts.payload && { payload: isHostile ? parts.payload.text : inAgreement(parts.payload.text, names, parts.path) }),
      isValid: !isHostile,
      isUnreadable: false,
    }));
}

/** What a body says of its address again is what the address says. */
function inAgreement(text: string, names: string[], values: string[]): string {
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => {
    const said = values[names.indexOf(key)];
    return typeof value === 'number' && said !== undefined ? Number(said) : value;
  });
}

function address(path: string, names: string[], values: string[], queryNames: string[], queryValues: (string | undefined)[]): string {
  const filled = names.reduce((result, name, index) => result.replace(`{${name}}`, encode(values[index] ?? '')), path);
  const pairs = queryNames.flatMap((name, index) => (queryValues[index] === undefined ? [] : [`${name}=${encode(queryValues[index])}`]));
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
}

/** Lone surrogates cannot be encoded; a server can only ever see their replacement. */
const encode = (value: string) => encodeURIComponent(Buffer.from(value).toString());
