import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@site/platform/config';
import { DataDamagedError } from '@site/platform/data-damaged';
import { DataInUseError } from '@site/platform/data-lock';
import { explainFailure } from './explain-failure';

const place = { host: '127.0.0.1', port: 8080, dataDir: '/data' };
const systemError = (code: string, syscall = 'open') => Object.assign(new Error(code), { code, syscall });

describe('a failed start', () => {
  it.each([
    ['a port in use', systemError('EADDRINUSE', 'listen'), /^Port 8080 is in use/],
    ['a port of the system', systemError('EACCES', 'listen'), /^Port 8080 may not be opened/],
    ['data of somebody else', systemError('EACCES'), /^The data in \/data may not be written/],
    ['a full disk', systemError('ENOSPC'), /^The disk that holds \/data is full/],
    ['a full disk under the embedded database', { name: 'ErrnoError', errno: 51 }, /^The disk that holds \/data is full/],
    ['a wrong password', Object.assign(new Error('auth'), { code: '28P01' }), /^The database of DATABASE_URL refuses/],
    ['a wrong name', Object.assign(new Error('no'), { code: '3D000' }), /^The server of DATABASE_URL has no database/],
    ['data in use', new DataInUseError('/data', 7), /in use by process 7/],
    [
      'damaged data',
      new DataDamagedError('/data/db/pglite', null),
      /^The database in \/data\/db\/pglite cannot be opened: it is damaged\./,
    ],
    ['a bad setting', new ConfigError('PORT', 'it must be a number'), /^The setting PORT cannot be used/],
  ])('because of %s says so in one sentence', (_name, error, sentence) => {
    const explanation = explainFailure(error, place);
    expect(explanation).toMatch(sentence);
    expect(explanation).not.toContain('\n');
  });

  it('that nobody foresaw keeps its stack', () => {
    expect(explainFailure(new TypeError('x is not a function'), place)).toBeNull();
  });
});
