/** A thread that compresses: gets bytes, answers with them in brotli. */
import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, constants } from 'node:zlib';

parentPort?.on('message', (bytes) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  parentPort?.postMessage(brotliCompressSync(bytes, { params }));
});
