/** Why a process cannot start, in one sentence for whoever started it. */
import { ParamsError } from '@site/registry/params/params-source';
import { MigrationRightsError } from '@site/platform/migrate';
import { ConfigError } from '@site/platform/config';
import { DataDamagedError, diskCodeOf } from '@site/platform/data-damaged';
import { DataInUseError } from '@site/platform/data-lock';

interface Place {
  host: string;
  port: number;
  dataDir: string;
}

/** @returns Null for a failure that nobody foresaw: its stack says more than any sentence. */
export function explainFailure(error: unknown, place: Place | null): string | null {
  if (
    error instanceof ConfigError ||
    error instanceof DataInUseError ||
    error instanceof DataDamagedError ||
    error instanceof ParamsError ||
    error instanceof MigrationRightsError
  )
    return error.message;
  const { port, dataDir } = place ?? { port: 0, dataDir: '' };
  switch (diskCodeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that one, or choose another with PORT=<number>.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return isAboutPort(error)
        ? `Port ${port} may not be opened by this user. Choose one above 1023 with PORT=<number>.`
        : `The data in ${dataDir} may not be written by this user. Choose another directory with DATA_DIR.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${place?.host ?? ''}. Choose another with HOST.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${dataDir} is full. Make room, or choose another directory with DATA_DIR.`;
    case '28000':
    case '28P01':
      return 'The database of DATABASE_URL refuses this user or this password.';
    case '3D000':
      return 'The server of DATABASE_URL has no database by this name.';
    default:
      return null;
  }
}

const isAboutPort = (error: unknown) => (error as NodeJS.ErrnoException).syscall === 'listen';
