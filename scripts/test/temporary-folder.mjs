/** Where tests keep what they throw away. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** On Linux a file system in memory. */
const IN_MEMORY = '/dev/shm';
/** Bytes. */
const ROOM = 4 * 1024 ** 3;

function roomIn(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // There is no such folder: this is not Linux, or a container without one.
    return 0;
  }
}

/**
 * A folder in memory where there is one with enough room, otherwise that of the system. To make and to remove a file on a disk takes several
 * times the processor's time, and a database of PostgreSQL consists of 300 files.
 * @param {{ inMemory?: string, room?: number }} [options] `room` in bytes.
 */
export const temporaryFolder = ({ inMemory = IN_MEMORY, room = ROOM } = {}) => (roomIn(inMemory) >= room ? inMemory : tmpdir());
