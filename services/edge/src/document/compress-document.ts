/** Compression of documents. It happens on the thread pool. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../assets/accepted-encoding';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** `quick`: a tenth of the size in a few milliseconds. `best`: some percent smaller, in a hundred times as long. */
export type Effort = 'quick' | 'best';

const BROTLI_QUALITY: Record<Effort, number> = { quick: 5, best: constants.BROTLI_MAX_QUALITY };
const GZIP_LEVEL: Record<Effort, number> = { quick: 3, best: constants.Z_BEST_COMPRESSION };

export async function compressDocument(html: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === 'br') {
    return brotli(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
      },
    });
  }
  return encoding === 'gzip' ? gzipped(html, { level: GZIP_LEVEL[effort] }) : html;
}
