/** Disk driver whose files appear complete or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';

/** Folder, beside the files and on the same disk, where a file is written before it gets its name. It is never listed or read. */
const UNFINISHED = '.unfinished';

export class DiskDriver extends FSDriver {
  constructor(private readonly root: string) {
    super({ location: root, visibility: 'private' });
  }

  /** The library answers with the whole memory that a file was read into, which for an empty file is memory of others. */
  override getBytes(key: string): Promise<Uint8Array> {
    return readFile(join(this.root, key));
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const unfinished = join(this.root, UNFINISHED, randomUUID());
    try {
      // `flush`: a power cut after the answer must not leave an empty file under the name.
      await inFolderOf(unfinished, () => writeFile(unfinished, contents, { flush: true }));
      const target = join(this.root, key);
      await inFolderOf(target, () => rename(unfinished, target));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }
}

/** Nearly always the folder is there; making sure of it before each file took an eighth of the main thread's time for a publication. */
async function inFolderOf(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(dirname(file), { recursive: true });
    await work();
  }
}
