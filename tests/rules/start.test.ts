import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { localVersion, madeByStart } from '../../scripts/start/go-live.mjs';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { releaseEnv } from '../../scripts/start/welcome.mjs';

const remote = { name: 'mf-a', version: '1.0.0', digest: 'sha256-0123456789abcdef', folder: 'mf-a' };
describe('the version of a build whose own version was published with other bytes', () => {
  it.each([
    ['1.2.3', '1.2.4-local.b01234567'],
    ['0.0.9', '0.0.10-local.b01234567'],
    ['2.0.0-rc.1', '2.0.0-local.b01234567'],
  ])('%s is %s', (version, local) => {
    expect(localVersion({ ...remote, version })).toBe(local);
  });
});

describe('a start makes its sources live', () => {
  const revision = { createdBy: 'local-promote', reason: null as string | null };

  it.each([
    ['the first time', null, true],
    ['after a start', { ...revision, createdBy: 'local-start', reason: 'npm start' }, true],
    ['after a start of before starts had a token of their own', { ...revision, reason: 'npm start' }, true],
    ['after a promotion by somebody', { ...revision, reason: 'a better page' }, false],
    ['after a rollback', revision, false],
    ['after somebody who has another token and gives the same reason', { createdBy: 'ci', reason: 'npm start' }, false],
  ])('%s: %p', (_when, current, expected) => {
    expect(madeByStart(current)).toBe(expected);
  });
});

describe('the commands that a start prints', () => {
  const site = { registry: 'http://localhost:8080/registry', dataDir: path.resolve(import.meta.dirname, '../../.data') };

  it('are short for the usual site', () => {
    expect(releaseEnv(site)).toBe('');
  });

  it('name the registry and the data folder of another one, so that they work in another terminal', () => {
    expect(releaseEnv({ registry: 'http://localhost:4711/registry', dataDir: "/data/ada's site" })).toBe(
      `RELEASE_REGISTRY=http://localhost:4711/registry DATA_DIR='/data/ada'\\''s site' `,
    );
  });
});
