/** Dictionary-Compressed Zstandard (RFC 9842 section 5), the content coding `dcz`. */
import { createHash } from 'node:crypto';

/** What it begins with: a skippable frame of 32 bytes, the SHA-256 of the dictionary. */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00]);

/** @param frame A Zstandard frame with `dictionary` as its raw dictionary. */
export const dcz = (dictionary: Uint8Array, frame: Uint8Array): Buffer =>
  Buffer.concat([MAGIC, createHash('sha256').update(dictionary).digest(), frame]);
