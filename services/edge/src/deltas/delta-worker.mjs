/**
 * Makes one delta at a time, in a thread of its own: a Zstandard frame whose raw dictionary is the earlier file. It answers only with what it
 * has decoded again. An error ends the thread, and who asked hears of it.
 *
 * Plain JavaScript, so that the thread starts without a compiler.
 */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compressUsingDict, createCCtx, createDCtx, decompressUsingDict, freeCCtx, freeDCtx, init } from '@bokuweb/zstd-wasm';

const LEVEL = 19;
/** With these bytes in front, Zstandard takes a dictionary for one of its own format, and a browser never does. */
const OWN_FORMAT = Buffer.from([0x37, 0xa4, 0x30, 0xec]);

// Of this thread alone, which only Linux can: elsewhere it would be that of the whole process.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);
await init();

parentPort?.on('message', (/** @type {import('./delta-encoder').Pair} */ { dictionary, bytes }) => {
  parentPort?.postMessage(frameOf(dictionary, bytes));
});

/**
 * @param {Uint8Array} dictionary
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
function frameOf(dictionary, bytes) {
  if (OWN_FORMAT.equals(dictionary.subarray(0, OWN_FORMAT.length))) throw new Error('The file is a dictionary of another format.');
  const [encoder, decoder] = [createCCtx(), createDCtx()];
  try {
    const frame = compressUsingDict(encoder, bytes, dictionary, LEVEL);
    const decoded = decompressUsingDict(decoder, frame, dictionary);
    if (Buffer.compare(decoded, bytes) !== 0) throw new Error('What was encoded is not what was decoded.');
    return frame;
  } finally {
    freeCCtx(encoder);
    freeDCtx(decoder);
  }
}
