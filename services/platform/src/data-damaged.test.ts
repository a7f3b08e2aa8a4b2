import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataDamagedError, explainOpening } from './data-damaged';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-'));
});
afterAll(() => rm(folder, { recursive: true }));

const aborted = Object.assign(new Error('Aborted(). Build with -sASSERTIONS for more info.'), { name: 'RuntimeError' });
const failed = new Error('PGlite failed to initialize properly');
const at = (line: string) => `2026-11-30 01:00:38.926 UTC [42] ${line}`;
const explain = (error: unknown, log: string[] = [], wasThere = true) =>
  explainOpening(error, { folder, wasThere, log: log.map(at) }) as { code?: string; message?: string };

describe('a database that does not open', () => {
  it.each([
    ['a full disk', 'ENOSPC', failed, ['FATAL:  could not write lock file "postmaster.pid": No space left on device']],
    ['a full disk, in the words of WASI', 'ENOSPC', { name: 'ErrnoError', errno: 51 }, []],
    ['a quota', 'EDQUOT', failed, ['FATAL:  could not write lock file "postmaster.pid": Quota exceeded']],
    ['a file of somebody else', 'EACCES', aborted, ['PANIC:  could not open file "global/pg_control": Permission denied']],
    ['a disk that takes no writes', 'EROFS', aborted, ['PANIC:  could not open file "global/pg_control": Read-only file system']],
    [
      'a disk that refuses a log',
      'EACCES',
      aborted,
      ['LOG:  could not open: Permission denied', 'PANIC:  could not locate a valid checkpoint record'],
    ],
  ])('because of %s has the code of the system', (_what, code, error, log) => {
    expect(explain(error, log)).toMatchObject({ code, path: folder });
    expect(explain(error, log, false)).toMatchObject({ code });
  });

  it.each([
    ['a cut log', aborted, ['LOG:  invalid checkpoint record', 'PANIC:  could not locate a valid checkpoint record at 0/16EFA48']],
    ['a lost file', aborted, ['PANIC:  could not open file "global/pg_control": No such file or directory']],
    ['a broken index', aborted, ['PANIC:  could not open critical system index 2662']],
    ['a broken page', Object.assign(new Error('invalid page in block 0'), { code: 'XX001' }), []],
  ])('because of %s is damaged', (_what, error, log) => {
    const explained = explain(error, log);
    expect(explained).toBeInstanceOf(DataDamagedError);
    expect(explained.message).toContain(`The database in ${folder} cannot be opened: it is damaged. Put a backup back: npm run restore`);
  });

  it.each([
    [
      'files of another version',
      failed,
      ['FATAL:  database files are incompatible', 'DETAIL:  By version 16.'],
      ' (it says: database files are incompatible By version 16.)',
    ],
    [
      'a disk that fails',
      aborted,
      ['LOG:  could not read: I/O error', 'PANIC:  could not locate a valid checkpoint record'],
      `(it says: ${at('LOG:  could not read: I/O error')})`,
    ],
    ['a failure without words', aborted, [], ''],
  ])('because of %s may be damaged', (_what, error, log, words) => {
    const explained = explain(error, log);
    expect(explained).toBeInstanceOf(DataDamagedError);
    expect(explained.message).toContain(`cannot be opened: it may be damaged${words && ` ${words.trim()}`}. Put a backup back`);
  });

  it.each([
    ['of a mistake in a program', new TypeError('x is not a function'), true],
    ['that was not there before', aborted, false],
  ])('%s keeps its error', (_what, error, wasThere) => {
    expect(explain(error, [], wasThere)).toBe(error);
  });

  it('for lack of its folder says that', () => {
    const log = ['FATAL:  could not create lock file "postmaster.pid": File exists'];
    expect(explainOpening(failed, { folder: `${folder}/none`, wasThere: true, log })).toMatchObject({ code: 'ENOENT' });
  });
});
