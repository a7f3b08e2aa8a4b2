/** Whether an answer is one that an OpenAPI document has. */
import { expect } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from './arbitrary-from-schema';
import type { Operation } from './operations';

/** Statuses that the server itself may answer on any route; described by the document's default answer. */
const UNIVERSAL = [408, 413, 415, 429];

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
// What Zod calls patterns of its own. The pattern stands beside it.
for (const name of ['includes', 'starts_with']) ajv.addFormat(name, true);

export interface GivenAnswer {
  statusCode: number;
  /** Of an answer in JSON; undefined for any other. */
  body: unknown;
  /** What a failure shows of the request. */
  request: object;
}

const isPlainRefusal = (body: unknown) =>
  typeof body === 'object' &&
  body !== null &&
  !('overall' in body) &&
  'code' in body &&
  ['not-found', 'invalid-request'].includes(String(body.code));

/**
 * Expects no 5xx, and nothing that the document does not have.
 * @param elsewhere Shape of the refusal for an address that is none: the server answers then and not the route. Left out where the address is one.
 */
export function expectDocumented(
  { responses }: Pick<Operation, 'responses'>,
  { statusCode, body, request }: GivenAnswer,
  elsewhere?: JsonSchema | null,
): void {
  const isDeclared = String(statusCode) in responses;
  const isElsewhere = elsewhere !== undefined && [400, 404].includes(statusCode) && isPlainRefusal(body);
  const isAllowed = statusCode < 500 && (isDeclared || isElsewhere || UNIVERSAL.includes(statusCode));
  expect({ request, statusCode, body: isAllowed ? null : body, isAllowed }).toEqual({ request, statusCode, body: null, isAllowed: true });
  const schema = isElsewhere ? elsewhere : responses[isDeclared ? String(statusCode) : 'default'];
  if (!schema || statusCode === 304) return;
  const validate = ajv.compile(schema);
  expect({ request, body, errors: validate(body) ? null : validate.errors }).toMatchObject({ errors: null });
}
