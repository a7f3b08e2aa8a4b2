import { describe, expect, it } from '@jest/globals';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { changesToPromote, localVersion } from '../../scripts/start/go-live.mjs';

const build = (name: string, version = '1.0.0') => ({ name, version, digest: 'sha256-0123456789abcdef', folder: name });
const shell = build('shell');
const remote = build('mf-a');

describe('a start', () => {
  it('makes everything live the first time', () => {
    expect(changesToPromote([shell, remote], [shell, remote], null)).toEqual([shell, remote]);
  });

  it('makes live only what the registry did not know, so that a rollback survives it', () => {
    const rolledBack = { entries: { shell: { version: '1.0.0' }, 'mf-a': { version: '0.9.0' } } };
    expect(changesToPromote([shell, remote], [], rolledBack)).toEqual([]);
    expect(changesToPromote([shell, remote], [shell], rolledBack)).toEqual([shell]);
  });

  it('finishes what an interrupted start published and did not make live', () => {
    expect(changesToPromote([shell, remote], [], null)).toEqual([shell, remote]);
    expect(changesToPromote([shell, remote], [], { entries: { shell: { version: '1.0.0' } } })).toEqual([remote]);
  });
});

describe('the version of a build whose own version was published with other bytes', () => {
  it.each([
    ['1.2.3', '1.2.4-local.b01234567'],
    ['0.0.9', '0.0.10-local.b01234567'],
    ['2.0.0-rc.1', '2.0.0-local.b01234567'],
  ])('%s is %s', (version, local) => {
    expect(localVersion({ ...remote, version })).toBe(local);
  });
});
