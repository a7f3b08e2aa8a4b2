/**
 * Zstandard with an earlier text as raw dictionary. Plain JavaScript, so that the thread which makes deltas starts without a compiler.
 */
import { compressUsingDict, createCCtx, createDCtx, decompressUsingDict, freeCCtx, freeDCtx, init } from '@bokuweb/zstd-wasm';

/** With these bytes in front, Zstandard takes a dictionary for one of its own format, and a browser never does. */
const OWN_FORMAT = Buffer.from([0x37, 0xa4, 0x30, 0xec]);

/** @type {Promise<void> | null} */
let ready = null;

/** To be awaited before {@link frameOf}. Once in a process: to initialize it again would replace what is in use. */
export const zstdReady = () => (ready ??= init());

/**
 * @param {Uint8Array} dictionary
 * @param {Uint8Array} bytes
 * @param {number} level
 * @returns {Uint8Array} A frame that was decoded again, and found to be `bytes`.
 * @throws {Error} When it was not, or there can be no such frame.
 */
export function frameOf(dictionary, bytes, level) {
  if (OWN_FORMAT.equals(dictionary.subarray(0, OWN_FORMAT.length))) throw new Error('The file is a dictionary of another format.');
  const [encoder, decoder] = [createCCtx(), createDCtx()];
  try {
    const frame = compressUsingDict(encoder, bytes, dictionary, level);
    const decoded = decompressUsingDict(decoder, frame, dictionary);
    if (Buffer.compare(decoded, bytes) !== 0) throw new Error('What was encoded is not what was decoded.');
    return frame;
  } finally {
    freeCCtx(encoder);
    freeDCtx(decoder);
  }
}
