import { describe, expect, it } from '@jest/globals';
import { CENTRED, cropRectangle, dragCrop, photoTypeOf } from './photo-crop';

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

  it('follows a drag by the distance of the hand, as far as the picture reaches', () => {
    const before = { zoom: 2, x: 0.5, y: 0.5 };
    const after = dragCrop(landscape, before, { x: 0.25, y: -0.5 });
    const [from, to] = [cropRectangle(landscape, before), cropRectangle(landscape, after)];
    expect(to.left).toBeCloseTo(from.left - 0.25 * from.side);
    expect(to.top).toBeCloseTo(from.top + 0.5 * from.side);
    expect(dragCrop(landscape, before, { x: 9, y: -9 })).toEqual({ zoom: 2, x: 0, y: 1 });
  });

  it('stays where there is no room to be dragged', () => {
    expect(dragCrop(landscape, CENTRED, { x: 0, y: 0.5 })).toEqual(CENTRED);
  });

  it('takes png and jpeg only', () => {
    const types = ['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml', ''];
    expect(types.map((type) => photoTypeOf(new File([], 'photo', { type })))).toEqual(['png', 'jpeg', null, null, null]);
  });
});
