/**
 * The archive that a release is published in: a gzipped tar of its descriptor and its files, each under its path. A file may lie in `br/` in its
 * place, compressed with brotli: browsers get it as it was compressed by who publishes it, which takes the registry no time.
 */

export const BROTLI_FOLDER = 'br/';

const COMPRESSIBLE = /\.(js|mjs|css|json|svg|html|map)$/;

/** Whether browsers are sent a file of a release compressed. */
export const isSentCompressed = (path: string): boolean => COMPRESSIBLE.test(path) && !path.startsWith('server/');
