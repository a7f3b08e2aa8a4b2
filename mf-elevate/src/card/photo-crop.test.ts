import { describe, expect, it } from '@jest/globals';
import { CENTRED, cropRectangle, photoTypeOf } from './photo-crop';

const landscape = { width: 600, height: 400 };

describe('the crop of a photo', () => {
  it('is at first the largest square in the middle', () => {
    expect(cropRectangle(landscape, CENTRED)).toEqual({ left: 100, top: 0, side: 400 });
    expect(cropRectangle({ width: 400, height: 600 }, CENTRED)).toEqual({ left: 0, top: 100, side: 400 });
  });

  it('never leaves the picture, wherever it is moved', () => {
    for (const zoom of [1, 1.7, 4]) {
      for (const [x, y] of [
        [0, 0],
        [1, 1],
        [0.3, 0.9],
      ] as const) {
        const { left, top, side } = cropRectangle(landscape, { zoom, x, y });
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + side).toBeLessThanOrEqual(600.001);
        expect(top + side).toBeLessThanOrEqual(400.001);
      }
    }
  });

  it('takes png and jpeg only', () => {
    const types = ['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml', ''];
    expect(types.map((type) => photoTypeOf(new File([], 'photo', { type })))).toEqual(['png', 'jpeg', null, null, null]);
  });
});
