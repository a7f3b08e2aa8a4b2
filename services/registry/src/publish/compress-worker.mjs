/** A thread that compresses: gets bytes, answers with both compressed forms. */
import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

parentPort?.on('message', (bytes) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  parentPort?.postMessage({ gzip: gzipSync(bytes, { level: 9 }), brotli: brotliCompressSync(bytes, { params }) });
});
