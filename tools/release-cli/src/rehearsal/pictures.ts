/** Compares pictures of pages, pixel by pixel. */
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How different colours must be, 0 to 1: what antialiasing and compression do is less. */
const THRESHOLD = 0.1;

const CHANGED = [200, 0, 60] as const;
const UNSTABLE = [240, 180, 0] as const;

export interface Comparison {
  /** Pixels of the picture. */
  total: number;
  changed: number;
  /** Pixels that differ between two visits of the same page. */
  unstable: number;
  /** PNG of the candidate, faded, with changed pixels in red and unstable ones in yellow. Null if there are none. */
  difference: Buffer | null;
}

export interface Shots {
  live: Buffer;
  candidate: Buffer;
}

/**
 * @param again The same two pages, visited once more: what differs from the first visit is unstable, and no change. Null if they were not.
 */
export function compare(first: Shots, again: Shots | null): Comparison {
  const all = [first.live, first.candidate, ...(again ? [again.live, again.candidate] : [])].map((bytes) => PNG.sync.read(bytes));
  const size = sizeOf(all);
  const total = size.width * size.height;
  const [live, candidate, liveAgain, candidateAgain] = all.map((picture) => inSize(picture, size));
  if (!live || !candidate) throw new Error('There are no pictures to compare');
  const changed = mask(live, candidate, size);
  const unstable = liveAgain && candidateAgain ? [mask(live, liveAgain, size), mask(candidate, candidateAgain, size)] : [];
  const isUnstable = (pixel: number) => unstable.some((one) => one[pixel] === 1);

  const drawn = new PNG(size);
  const counts = { changed: 0, unstable: 0 };
  for (let pixel = 0; pixel < total; pixel += 1) {
    const kind = isUnstable(pixel) ? 'unstable' : changed[pixel] === 1 ? 'changed' : null;
    if (kind !== null) counts[kind] += 1;
    draw(drawn.data, candidate, pixel, kind);
  }
  const difference = counts.changed + counts.unstable > 0 ? PNG.sync.write(drawn) : null;
  return { total, ...counts, difference };
}

function draw(target: Uint8Array, source: Uint8Array, pixel: number, kind: 'changed' | 'unstable' | null): void {
  const at = pixel * 4;
  const colour = kind === 'changed' ? CHANGED : kind === 'unstable' ? UNSTABLE : null;
  for (let channel = 0; channel < 3; channel += 1)
    target[at + channel] = colour?.[channel] ?? 255 - (255 - (source[at + channel] ?? 255)) * 0.3;
  target[at + 3] = 255;
}

interface Size {
  width: number;
  height: number;
}

const sizeOf = (pictures: Size[]): Size => ({
  width: Math.max(...pictures.map(({ width }) => width)),
  height: Math.max(...pictures.map(({ height }) => height)),
});

/** The pixels, with transparent ones where a picture is smaller. */
function inSize(picture: PNG, { width, height }: Size): Uint8Array {
  const larger = new PNG({ width, height, fill: true });
  PNG.bitblt(picture, larger, 0, 0, picture.width, picture.height, 0, 0);
  return larger.data;
}

/** 1 for each pixel that differs. */
function mask(one: Uint8Array, other: Uint8Array, { width, height }: Size): Uint8Array {
  const output = new Uint8Array(width * height * 4);
  pixelmatch(one, other, output, width, height, { threshold: THRESHOLD, includeAA: true, diffMask: true });
  return Uint8Array.from({ length: width * height }, (_, pixel) => (output[pixel * 4 + 3] === 0 ? 0 : 1));
}
