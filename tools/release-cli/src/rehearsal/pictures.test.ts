import { describe, expect, it } from '@jest/globals';
import { PNG } from 'pngjs';
import { compare } from './pictures';

/** A white picture of 10 by 10 with black pixels at these places. */
function picture(black: number[], height = 10): Buffer {
  const png = new PNG({ width: 10, height });
  png.data.fill(255);
  for (const pixel of black) png.data.set([0, 0, 0, 255], pixel * 4);
  return PNG.sync.write(png);
}

const colourAt = (bytes: Buffer | null, pixel: number): number[] => [
  ...PNG.sync.read(bytes ?? Buffer.alloc(0)).data.subarray(pixel * 4, pixel * 4 + 3),
];

describe('two pictures', () => {
  it('of the same page do not differ', () => {
    expect(compare({ live: picture([5]), candidate: picture([5]) }, null)).toEqual({
      total: 100,
      changed: 0,
      unstable: 0,
      difference: null,
    });
  });

  it('differ in the pixels that are drawn red', () => {
    const { changed, difference } = compare({ live: picture([5]), candidate: picture([5, 42]) }, null);
    expect([changed, colourAt(difference, 42), colourAt(difference, 41)]).toEqual([1, [200, 0, 60], [255, 255, 255]]);
  });

  it('of other heights differ by what only one of them has', () => {
    expect(compare({ live: picture([]), candidate: picture([], 12) }, null)).toMatchObject({ total: 120, changed: 20 });
  });
});

it('what differs between two visits of one page is unstable, and no change', () => {
  const first = { live: picture([1]), candidate: picture([2, 42]) };
  const again = { live: picture([]), candidate: picture([3, 42]) };
  const { changed, unstable, difference } = compare(first, again);
  expect([changed, unstable]).toEqual([1, 3]);
  expect([1, 2, 3, 42].map((pixel) => colourAt(difference, pixel))).toEqual([
    ...Array.from({ length: 3 }, () => [240, 180, 0]),
    [200, 0, 60],
  ]);
});
