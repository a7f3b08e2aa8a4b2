/** For tests only: uploads that nobody sends by accident, each kind in several wrappings, from a table with a seed. */
import { constants, crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Stands in everything that hides behind, before or within a picture. */
export const SMUGGLED = 'smuggled-4711';

export interface HostileUpload {
  /** What it is, and how it is wrapped. */
  name: string;
  img_type: string;
  img_base64_data: string;
  /** What must become of it; null if either may: a picture that was damaged somewhere may still be one. */
  outcome: 'stored' | 'refused' | null;
}

interface Kind {
  name: string;
  type: 'png' | 'jpeg';
  bytes: Buffer;
  outcome: HostileUpload['outcome'];
  /** Takes seconds, and is sent as it is only. */
  isHeavy?: boolean;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SCRIPT = Buffer.from(`<script>${SMUGGLED}</script>`);

const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

const MEBIBYTE = 2 ** 20;
/** Ends at the boundary of a byte and needs nothing from before, so that it can be repeated. */
const PACKED_MEBIBYTE = deflateRawSync(Buffer.alloc(MEBIBYTE), { finishFlush: constants.Z_FULL_FLUSH });

/** So many zeros in the format of zlib, without their ever being there at once. */
function packedZeros(count: number): Buffer {
  const whole = Array.from({ length: Math.floor(count / MEBIBYTE) }, () => PACKED_MEBIBYTE);
  const checksum = uint32(((count % 65_521) * 65_536 + 1) >>> 0);
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...whole, deflateRawSync(Buffer.alloc(count % MEBIBYTE)), checksum]);
}

interface PngOptions {
  width: number;
  height: number;
  depth?: number;
  /** 0 grey, 2 colours, 6 colours with transparency. */
  colour?: number;
  isInterlaced?: boolean;
  /** Packed pixels; by default as many zeros as there must be. */
  pixels?: Buffer;
  /** Chunks before the pixels, and after them. */
  before?: Buffer[];
  after?: Buffer[];
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 6: 4 };
/** Where each pass of an interlaced picture begins, and its steps, across and down. */
const PASSES: [number, number, number, number][] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

function png({ width, height, depth = 8, colour = 2, isInterlaced = false, pixels, before = [], after = [] }: PngOptions): Buffer {
  const bits = depth * (CHANNELS[colour] ?? 1);
  const bytesOf = (across: number, down: number) => (across > 0 && down > 0 ? down * (1 + Math.ceil((across * bits) / 8)) : 0);
  const size = isInterlaced
    ? PASSES.reduce((sum, [x, y, dx, dy]) => sum + bytesOf(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)), 0)
    : bytesOf(width, height);
  const header = Buffer.concat([uint32(width, height), Buffer.from([depth, colour, 0, 0, isInterlaced ? 1 : 0])]);
  const data = pixels ?? packedZeros(size);
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header), ...before, chunk('IDAT', data), ...after, chunk('IEND', Buffer.alloc(0))]);
}

/** A segment of a JPEG, put behind its first two bytes. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** Says other dimensions in the frame header of a JPEG. */
function withDimensions(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const at = copy.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(copy[index + 1] ?? 0));
  copy.writeUInt16BE(height, at + 5);
  copy.writeUInt16BE(width, at + 7);
  return copy;
}

/** The last scan of a progressive JPEG, again and again. */
function withScans(jpeg: Buffer, count: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, jpeg.length - 2);
  return Buffer.concat([jpeg.subarray(0, last), ...Array.from({ length: count }, () => scan), jpeg.subarray(-2)]);
}

const canvas = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });

async function animated(): Promise<Sharp> {
  const frames = await Promise.all([1, 2, 3].map(() => canvas(20, 20).png().toBuffer()));
  return sharp(frames, { join: { animated: true } });
}

async function kinds(): Promise<Kind[]> {
  const small = await canvas(64, 48).jpeg().toBuffer();
  const progressive = await canvas(600, 600).jpeg({ progressive: true }).toBuffer();
  const heaviest = canvas(6300, 6300).jpeg({ progressive: true, chromaSubsampling: '4:4:4' });
  const packed = packedZeros(100_000_000);
  const text = (keyword: string, rest: Buffer) => Buffer.concat([Buffer.from(`${keyword}\0`), rest]);
  const kind = (name: string, type: Kind['type'], bytes: Buffer, outcome: Kind['outcome']): Kind => ({ name, type, bytes, outcome });
  const tiny = { width: 9, height: 7 };
  return [
    kind('a plain png', 'png', png({ width: 300, height: 200 }), 'stored'),
    kind('a png of one pixel', 'png', png({ width: 1, height: 1 }), 'stored'),
    kind('a png with transparency', 'png', await canvas(40, 40, 4).png().toBuffer(), 'stored'),
    kind('an interlaced png', 'png', png({ width: 333, height: 77, isInterlaced: true, colour: 6, depth: 16 }), 'stored'),
    kind('a png of one bit', 'png', png({ width: 501, height: 40, depth: 1, colour: 0 }), 'stored'),
    kind('a png as long as it may be', 'png', png({ width: 4, height: 50_000 }), null),
    kind('the largest png', 'png', png({ width: 6300, height: 6300, depth: 1, colour: 0 }), 'stored'),
    kind('a bomb of 48 million pixels', 'png', png({ width: 8000, height: 6000, depth: 1, colour: 0 }), 'refused'),
    kind('a bomb of 400 million pixels', 'png', png({ width: 20_000, height: 20_000, depth: 1, colour: 0 }), 'refused'),
    kind('an interlaced bomb', 'png', png({ width: 10_000, height: 10_000, colour: 6, depth: 16, isInterlaced: true }), 'refused'),
    {
      ...kind('the heaviest png', 'png', png({ width: 6300, height: 6300, colour: 6, depth: 16, isInterlaced: true }), 'stored'),
      isHeavy: true,
    },
    { ...kind('the heaviest jpeg', 'jpeg', await heaviest.toBuffer(), 'stored'), isHeavy: true },
    kind('a png that says it is huge', 'png', png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, pixels: packed }), 'refused'),
    kind('a png without width', 'png', png({ width: 0, height: 5, pixels: packed }), 'refused'),
    kind('a png with too few pixels', 'png', png({ width: 6000, height: 6000, pixels: deflateSync(Buffer.alloc(100)) }), null),
    kind('a png with far too many pixels', 'png', png({ ...tiny, pixels: packed }), null),
    kind('a png with pixels that are none', 'png', png({ ...tiny, pixels: SCRIPT }), 'refused'),
    kind('a png of an impossible depth', 'png', png({ ...tiny, depth: 3, colour: 6 }), 'refused'),
    kind(
      'a png with a bomb for a profile',
      'png',
      png({ ...tiny, before: [chunk('iCCP', text('a', Buffer.concat([Buffer.alloc(1), packed])))] }),
      null,
    ),
    kind(
      'a png with a bomb for a text',
      'png',
      png({ ...tiny, before: [chunk('zTXt', text('a', Buffer.concat([Buffer.alloc(1), packed])))] }),
      null,
    ),
    kind(
      'a png with 20,000 texts',
      'png',
      png({ ...tiny, before: Array.from({ length: 20_000 }, () => chunk('tEXt', text('a', SCRIPT))) }),
      null,
    ),
    kind('a png with notes', 'png', png({ ...tiny, before: [chunk('tEXt', text('Comment', SCRIPT)), chunk('eXIf', SCRIPT)] }), null),
    kind('a moving png', 'png', png({ ...tiny, before: [chunk('acTL', uint32(2 ** 31 - 1, 0))], after: [chunk('fdAT', SCRIPT)] }), null),
    kind('a plain jpeg', 'jpeg', small, 'stored'),
    kind('a jpeg of one pixel', 'jpeg', await canvas(1, 1).jpeg().toBuffer(), 'stored'),
    kind('a progressive jpeg', 'jpeg', progressive, 'stored'),
    kind('a jpeg for print', 'jpeg', await canvas(50, 50).toColourspace('cmyk').jpeg().toBuffer(), 'stored'),
    kind('a jpeg with 2,000 scans', 'jpeg', withScans(progressive, 2000), null),
    kind('a jpeg that says it is huge', 'jpeg', withDimensions(small, 65_535, 65_535), 'refused'),
    kind('a jpeg that says it is as large as it may be', 'jpeg', withDimensions(small, 6300, 6300), null),
    kind('a jpeg without height', 'jpeg', withDimensions(small, 64, 0), 'refused'),
    kind('a jpeg with a note', 'jpeg', withSegment(small, 0xfe, SCRIPT), 'stored'),
    kind(
      'a jpeg with a profile that is none',
      'jpeg',
      withSegment(small, 0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\xff', 'latin1'), SCRIPT])),
      null,
    ),
    kind(
      'a jpeg with notes of a camera',
      'jpeg',
      await canvas(30, 20)
        .withExif({ IFD0: { Copyright: SMUGGLED } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
      'stored',
    ),
    kind(
      'a jpeg with notes that are none',
      'jpeg',
      withSegment(small, 0xe1, Buffer.concat([Buffer.from('Exif\0\0MM\0*\xff\xff\xff\xff', 'latin1'), SCRIPT])),
      null,
    ),
    kind('a png that is a moving gif', 'png', await (await animated()).gif().toBuffer(), 'refused'),
    kind('a jpeg that is a moving webp', 'jpeg', await (await animated()).webp().toBuffer(), 'refused'),
    kind(
      'a png that is a drawing',
      'png',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${SMUGGLED}</script></svg>`),
      'refused',
    ),
    kind('a jpeg that is a tiff', 'jpeg', await canvas(20, 20).tiff().toBuffer(), 'refused'),
    kind('a jpeg that is an avif', 'jpeg', await canvas(16, 16).avif({ effort: 0 }).toBuffer(), 'refused'),
    kind('a png that is a document', 'png', Buffer.from(`%PDF-1.7\n${SMUGGLED}`), 'refused'),
    kind('a png that is an archive', 'png', gzipSync(Buffer.alloc(50_000_000)), 'refused'),
    kind('a jpeg that is a page', 'jpeg', SCRIPT, 'refused'),
    kind('a png that is its signature', 'png', PNG_SIGNATURE, 'refused'),
    kind('a jpeg that is its signature', 'jpeg', Buffer.from([0xff, 0xd8, 0xff]), 'refused'),
    kind('a jpeg that is nothing', 'jpeg', Buffer.from([0]), 'refused'),
  ];
}

/** Numbers from 0 to below 1, the same ones for a seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Each kind as it is, under the other name, cut off, damaged, with something behind it, and with something before it. */
export async function hostileUploads(seed: number): Promise<HostileUpload[]> {
  const random = numbersOf(seed);
  return (await kinds()).flatMap(({ name, type, bytes, outcome, isHeavy }): HostileUpload[] => {
    const other = type === 'png' ? 'jpeg' : 'png';
    const cut = bytes.subarray(0, Math.max(1, Math.floor(bytes.length * random())));
    const damaged = Buffer.from(bytes);
    for (let count = 0; count < 8; count += 1) damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
    const of = (how: string, data: Buffer, result: HostileUpload['outcome'], img_type: string = type, prefix = ''): HostileUpload => ({
      ...{ name: `${name}, ${how}`, img_type, img_base64_data: prefix + data.toString('base64'), outcome: result },
    });
    const asItIs = of('as it is', bytes, outcome);
    if (isHeavy) return [asItIs];
    return [
      asItIs,
      of('under the other name', bytes, 'refused', other, `data:image/${other};base64,`),
      of('cut off', cut, outcome === 'refused' ? 'refused' : null),
      of('damaged', damaged, null),
      of('with a page behind it', Buffer.concat([bytes, SCRIPT]), outcome),
      of('with a page before it', Buffer.concat([SCRIPT, bytes]), 'refused'),
    ];
  });
}
