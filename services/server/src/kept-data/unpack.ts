/** For tests only: a data folder that an earlier version left. */
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress } from 'node:zlib';
import tar from 'tar-stream';

/** Writes a copy of the data that the version of this commit left into a folder. */
export async function unpackDataOf(commit: string, folder: string): Promise<void> {
  const extract = tar.extract();
  const archive = createReadStream(join(import.meta.dirname, `${commit}.tar.br`));
  const decompress = createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
  // tar-stream brings its own stream classes, which Node's pipeline accepts and its types do not.
  await Promise.all([pipeline(archive, decompress, extract as unknown as Writable), writeEntries(extract, folder)]);
}

async function writeEntries(extract: tar.Extract, folder: string): Promise<void> {
  for await (const entry of extract) {
    const { name, type, mode } = entry.header;
    if (type === 'directory') {
      entry.resume();
      await mkdir(join(folder, name), { recursive: true, mode });
    } else await writeFile(join(folder, name), entry as unknown as Readable, { mode });
  }
}
