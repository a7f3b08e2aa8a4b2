/** Turns an upload into safe pictures: judged by content, turned upright, cropped to squares, without any metadata. */
import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, type PhotoUpload } from '@site/contracts/api/photo';
import sharp from 'sharp';
import { apiError } from '../errors';

/** Sides of the squares in pixels. */
export const PHOTO_SIZES = [200, 400] as const;

export type Pictures = Record<(typeof PHOTO_SIZES)[number], Buffer>;

const DECODE_SECONDS = 10;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
// What base64 does not hold: a search for it never goes back, so its memory does not grow with the length of the upload.
const NOT_BASE64 = /[^A-Za-z0-9+/]/;

sharp.concurrency(1);
sharp.cache(false);

/** Pictures are decoded one after the other, each once: memory is bounded by the largest that is allowed. */
let decoded: Promise<unknown> = Promise.resolve();

/** @throws AppError `photo-unreadable` or `photo-too-large`. */
export async function makePictures({ img_type, img_base64_data }: PhotoUpload): Promise<Pictures> {
  const bytes = decode(img_base64_data);
  const signature = img_type === 'png' ? PNG : JPEG;
  // Sharp reads many formats. Only these two may reach it, and only under their own name.
  if (!bytes.subarray(0, signature.length).equals(signature)) throw apiError('photo-unreadable');
  await checkDimensions(bytes);
  const pictures = decoded.then(() => squaresOf(bytes));
  decoded = pictures.catch(() => undefined);
  return pictures.catch((cause: unknown) => {
    throw apiError('photo-unreadable', { cause });
  });
}

function decode(data: string): Buffer {
  const base64 = data.replace(/^data:image\/(?:png|jpeg);base64,/, '').replace(/={1,2}$/, '');
  if (Math.floor((base64.length * 3) / 4) > PHOTO_MAX_BYTES) throw apiError('photo-too-large');
  if (base64 === '' || NOT_BASE64.test(base64)) throw apiError('photo-unreadable');
  return Buffer.from(base64, 'base64');
}

async function checkDimensions(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw apiError('photo-unreadable', { cause });
    });
  if (width * height > PHOTO_MAX_PIXELS) throw apiError('photo-too-large');
}

/** The upload is decoded for the larger square only. The smaller one is made of its pixels. */
async function squaresOf(bytes: Buffer): Promise<Pictures> {
  const { data, info } = await sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(400, 400, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const square = (side: number) => sharp(data, { raw: { width, height, channels } }).resize(side, side).jpeg({ quality: 85 }).toBuffer();
  return { 200: await square(200), 400: await square(400) };
}
