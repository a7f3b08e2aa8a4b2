/** Why an embedded database does not open: what it throws tells little, so what PostgreSQL writes to its log before is read too. */
import { accessSync, constants } from 'node:fs';

/** The data of an embedded database are damaged, or may be. */
export class DataDamagedError extends Error {
  override name = 'DataDamagedError';

  /** @param words What the database says, where that may be something else than damage. */
  constructor(folder: string, words: string | null, options?: ErrorOptions) {
    const what = words === null ? 'it is damaged' : `it may be damaged${words && ` (it says: ${words})`}`;
    super(
      `The database in ${folder} cannot be opened: ${what}. Put a backup back: npm run restore -- <file> --replace (docs/runbooks/back-up-and-restore.md).`,
      options,
    );
  }
}

/** PGlite reports errors of the file system by WASI's numbers. */
const WASI_CODES: Record<number, string> = { 2: 'EACCES', 19: 'EDQUOT', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' };

/** And PostgreSQL by the words of its C library. */
const DISK_WORDS = {
  EACCES: /Permission denied/,
  EDQUOT: /quota exceeded/i,
  ENOSPC: /No space left on device/,
  EPERM: /Operation not permitted/,
  EROFS: /Read-only file system/,
};

/** The machine may be the reason: the same data may open elsewhere, or later. */
const MACHINE_WORDS = /I\/O error|file descriptors|Too many open files|out of memory/i;

const DAMAGE_WORDS = [
  /could not locate a valid checkpoint record/,
  /could not open critical system index/,
  /could not access status of transaction/,
  /incorrect checksum in control file/,
  /could not (open|access|read) .*: No such file or directory/,
];

/** PostgreSQL's states of damaged data, and of a damaged index. */
const DAMAGE_STATES = ['XX001', 'XX002'];

/** The code of the system for what the disk refused, which PGlite does not have in `code`. */
export function diskCodeOf(error: unknown): string | undefined {
  const { name, code, errno } = (error ?? {}) as { name?: string; code?: string; errno?: number };
  return name === 'ErrnoError' && errno !== undefined ? WASI_CODES[errno] : code;
}

interface Opening {
  folder: string;
  /** Whether there was a database before. */
  wasThere: boolean;
  /** What PostgreSQL wrote meanwhile, by lines. */
  log: string[];
}

/**
 * @returns An error with the code of the system where the disk is the reason, DataDamagedError where a database that was there is damaged or may
 * be, and else the error itself.
 */
export function explainOpening(error: unknown, { folder, wasThere, log }: Opening): unknown {
  const { name = '', message = '', code = '' } = (error ?? {}) as { name?: string; message?: string; code?: string };
  const lines = [...log, message];
  const disk = diskErrorOf(error, lines, folder);
  if (disk !== null) return disk;
  if (!wasThere) return error;

  const ends = lines.flatMap((line) => /(?:FATAL|PANIC|DETAIL): +(.*)/.exec(line)?.[1] ?? []);
  const isOfDatabase =
    ends.length > 0 || ['RuntimeError', 'ErrnoError'].includes(name) || message.startsWith('PGlite failed') || /^(XX|58)/.test(code);
  if (!isOfDatabase) return error;
  const machine = lines.find((line) => MACHINE_WORDS.test(line));
  if (machine !== undefined) return new DataDamagedError(folder, machine, { cause: error });
  const isDamaged = DAMAGE_STATES.includes(code) || lines.some((line) => DAMAGE_WORDS.some((words) => words.test(line)));
  return new DataDamagedError(folder, isDamaged ? null : ends.join(' '), { cause: error });
}

function diskErrorOf(error: unknown, lines: string[], folder: string): unknown {
  const coded = diskCodeOf(error);
  const found = Object.entries(DISK_WORDS).find(([code, words]) => code === coded || lines.some((line) => words.test(line)));
  if (found) return Object.assign(new Error(`${found[0]}: ${folder}`, { cause: error }), { code: found[0], path: folder });
  try {
    // PostgreSQL has other words for a folder in which it may not write.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (refused) {
    return refused;
  }
}
