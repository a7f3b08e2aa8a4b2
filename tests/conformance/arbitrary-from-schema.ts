/** Values that a JSON schema allows, as the schemas of this API use it. */
import fc from 'fast-check';

export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

/** Values for properties that must meet what is stored, or must be genuine, to reach the end of a handler. By property name. */
export type Knowledge = Record<string, fc.Arbitrary<unknown>>;

export function arbitraryOf(schema: JsonSchema, known: Knowledge, name = ''): fc.Arbitrary<unknown> {
  const knowledge = known[name];
  if (knowledge) return knowledge;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => arbitraryOf(option, known)));
  switch (schema.type) {
    case 'string':
      return stringOf(schema);
    case 'number':
      return fc.double({
        min: schema.minimum ?? schema.exclusiveMinimum ?? -1000,
        max: schema.maximum ?? 1000,
        minExcluded: schema.exclusiveMinimum !== undefined,
        noNaN: true,
      });
    case 'integer':
      return integerOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 5, 5)),
      });
    case 'object':
      return objectOf(schema, known);
    default:
      return fc.jsonValue();
  }
}

/** Most often a small one, now and then the least or the largest that is allowed. */
function integerOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum ?? -1000, (exclusiveMinimum ?? -1001) + 1), Math.min(maximum ?? 1000, 1000)];
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  return fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min, max }) },
    ...(bounds.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...bounds) }] : []),
  );
}

function objectOf({ properties, required = [], propertyNames, additionalProperties }: JsonSchema, known: Knowledge): fc.Arbitrary<unknown> {
  if (properties) {
    const entries = Object.entries(properties).map(([key, schema]) => [key, arbitraryOf(schema, known, key)] as const);
    return fc.record(Object.fromEntries(entries), { requiredKeys: required.filter((key) => key in properties), noNullPrototype: true });
  }
  const keys = propertyNames ? arbitraryOf(propertyNames, known) : fc.string();
  const values = typeof additionalProperties === 'object' ? arbitraryOf(additionalProperties, known) : fc.jsonValue();
  return fc.dictionary(keys as fc.Arbitrary<string>, values, { maxKeys: 5, noNullPrototype: true });
}

function stringOf({ format, pattern, allOf, minLength = 0, maxLength = 500 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email')
    return fc.tuple(fc.stringMatching(/^[a-z]{1,20}$/), fc.stringMatching(/^[a-z]{2,10}$/)).map(([user, host]) => `${user}@${host}.test`);
  if (format === 'date-time')
    return fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
  const patterns = [pattern, ...(allOf ?? []).map((part) => part.pattern)].filter((one) => one !== undefined);
  if (format === 'uri' || patterns.some((one) => one.startsWith('^https?'))) return fc.webUrl({ withQueryParameters: true });
  const first = patterns[0];
  // Patterns that exclude characters describe text; those that list characters are generated from the list.
  if (first !== undefined && !first.startsWith('^[^')) return fc.stringMatching(new RegExp(first));
  const text = fc.string({ unit: 'grapheme', minLength: Math.max(minLength, 1), maxLength: Math.min(maxLength, 60) });
  return text.map((value) => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '.').trim() || 'text');
}
