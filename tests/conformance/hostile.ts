/** Values that no client sends by accident. */
import fc from 'fast-check';

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b\ufeff',
  '\r\nBcc: everybody@example.com',
  "'; drop table api.member; --",
  '%00%0a%25',
  '../../../etc/passwd',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '-1',
  '1e309',
  '٣',
  'NaN',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2147483648',
  '9223372036854775808',
  '9'.repeat(400),
  '😀'.repeat(2000),
  'A'.repeat(100_000),
];

export const hostileText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 50 }));

/** What a header holds, if it is there at all. */
export const hostileHeader: fc.Arbitrary<string | undefined> = fc.constantFrom(
  undefined,
  '',
  '*',
  '"',
  'W/"1"',
  '"1", "2"',
  ',,,',
  'é',
  '"'.repeat(3000),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1.5,
      2 ** 31,
      2 ** 53 - 1,
      2 ** 53,
      -1e308,
      [],
      {},
      [[]],
      { length: 1 },
      { toString: 1 },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** A body in which something, at any depth, is replaced, removed or added; sometimes no object at all. */
export const spoiled = (body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 1, arbitrary: hostileValue },
    {
      weight: 6,
      arbitrary: fc.tuple(body, fc.nat(), hostileValue, fc.constantFrom('replace', 'remove', 'add')).map(([value, at, hostile, how]) => {
        const places = placesIn(value);
        const place = places[at % Math.max(places.length, 1)];
        return place ? changedAt(value, place, how, hostile) : hostile;
      }),
    },
  );

/** The keys that lead to each value within a value. */
const placesIn = (value: unknown): string[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [[key], ...placesIn(inner).map((keys) => [key, ...keys])]);

function changedAt(value: unknown, [key = '', ...further]: string[], how: string, hostile: unknown): unknown {
  const entries = Object.entries(value as object);
  const changed: [string, unknown][] =
    further.length > 0
      ? entries.map(([name, inner]) => [name, name === key ? changedAt(inner, further, how, hostile) : inner])
      : [
          ...entries.flatMap(([name, inner]): [string, unknown][] =>
            name !== key || how === 'add' ? [[name, inner]] : how === 'remove' ? [] : [[name, hostile]],
          ),
          ...(how === 'add' ? [['constructor', hostile] as [string, unknown]] : []),
        ];
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

/** What no text has: control characters other than tabs and line breaks, and halves of surrogate pairs. */
const UNREADABLE = ['\u0000', '\u0001', '\u0008', '\u000b', '\u001b', '\u001f', '\u007f', '\ud800', '\udfff'];

/**
 * A body that follows the document, with something unreadable inside one of its texts, where nothing else refuses it: not in the host of an address.
 * @param isText Whether the property with this name is one that people type.
 */
export const unreadable = (body: fc.Arbitrary<unknown>, isText: (name: string) => boolean): fc.Arbitrary<unknown> =>
  fc
    .tuple(body, fc.nat(), fc.constantFrom(...UNREADABLE))
    .filter(([value]) => textsOf(value, isText).length > 0)
    .map(([value, at, character]) => {
      const texts = textsOf(value, isText);
      const chosen = texts[at % texts.length];
      return JSON.parse(
        JSON.stringify(value, function replace(this: Record<string, unknown>, name, inner: unknown) {
          return this === chosen?.holder && name === chosen.name ? `${String(inner)}${character}x` : inner;
        }),
      ) as unknown;
    });

/** Where the texts of a value are. */
function textsOf(value: unknown, isText: (name: string) => boolean): { holder: object; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' ? (isText(name) ? [{ holder: value, name }] : []) : textsOf(inner, isText),
  );
}

/** Payloads that are not the JSON that their content type promises. */
export const malformedPayload = fc.constantFrom(
  { type: 'application/json', text: '{' },
  { type: 'application/json', text: '' },
  { type: 'application/json', text: '{"__proto__":{"admin":true}}' },
  { type: 'application/json', text: '{"constructor":{"prototype":{"admin":true}}}' },
  { type: 'application/json', text: '['.repeat(20_000) },
  { type: 'application/json', text: '{"a":1e999}' },
  { type: 'application/json', text: `"${'A'.repeat(300_000)}"` },
  { type: 'application/xml', text: '<a/>' },
  { type: 'text/plain', text: 'text' },
  { type: 'application/x-www-form-urlencoded', text: 'name=Ada' },
  { type: 'multipart/form-data', text: '--' },
  { type: 'nonsense', text: 'text' },
);
