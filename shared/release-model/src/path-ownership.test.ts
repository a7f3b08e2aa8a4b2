import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { PathClaims } from './path-ownership';

const segment = fc.constantFrom('a', 'b', ':x', ':y', 'a?', 'b?', ':x?');
const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);

/** Every address of up to four segments over the alphabet. A parameter stands for a parameter only: `/:x` and `/a` are two addresses. */
const ADDRESSES = [0, 1, 2, 3, 4]
  .reduce<string[][][]>(
    (lengths, length) => [
      ...lengths,
      length === 0 ? [[]] : lengths[length - 1]!.flatMap((way) => ['a', 'b', ':'].map((next) => [...way, next])),
    ],
    [],
  )
  .flat();

/** Whether the segments from a place on can be the address from a place on: by trying. */
function isAddress(segments: readonly string[], address: readonly string[]): boolean {
  const [first, ...rest] = segments;
  if (first === undefined) return address.length === 0;
  const text = first.startsWith(':') ? ':' : first.replace('?', '');
  return (address[0] === text && isAddress(rest, address.slice(1))) || (first.endsWith('?') && isAddress(rest, address));
}

const split = (declared: string) => declared.split('/').filter(Boolean);

describe('who declares a path', () => {
  it('is told of exactly those who declared one for the same address before', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 8 }), (paths) => {
        const claims = new PathClaims<number>();
        const addresses = paths.map((declared) => new Set(ADDRESSES.flatMap((one, at) => (isAddress(split(declared), one) ? [at] : []))));
        paths.forEach((declared, index) => {
          const expected = addresses
            .slice(0, index)
            .flatMap((earlier, by) => ([...earlier].some((at) => addresses[index]!.has(at)) ? [by] : []));
          expect(claims.add({ path: declared }, index)).toEqual(expected);
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('a hundred optional segments', () => {
  const hostile = (name: string) => `/${Array.from({ length: 100 }, (_, index) => `:${name}${index}?`).join('/')}`;

  it('are compared in a moment: spelled out they would be more addresses than any machine holds', () => {
    const claims = new PathClaims<string>();
    claims.add({ path: `${hostile('p')}/end` }, 'first');
    expect(claims.add({ path: `${hostile('q')}/other` }, 'second')).toEqual([]);
    expect(claims.add({ path: `${hostile('r')}/end` }, 'third')).toEqual(['first']);
  });
});

describe('among 4,000 paths', () => {
  it.each([
    ['that begin alike', (index: number) => `/part/page-${index}/:id?`],
    ['that end alike', (index: number) => `/page-${index}/:id?/end`],
    ['behind optional segments', (index: number) => `/:language?/part?/page-${index}`],
  ])('%s, one more is looked for in a few steps', (_what, pathOf) => {
    const claims = new PathClaims<number>();
    for (let index = 0; index < 4_000; index += 1) claims.add({ path: pathOf(index) }, index);
    const get = jest.spyOn(Map.prototype, 'get');
    const found = claims.add({ path: pathOf(3_999) }, 4_000);
    const steps = get.mock.calls.length;
    get.mockRestore();
    expect(found).toEqual([3_999]);
    expect(steps).toBeLessThan(100);
  });
});
