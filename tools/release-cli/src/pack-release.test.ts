import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EXIT } from './failure';
import { packRelease } from './pack-release';

let folder: string;
const text = 'entry()';
const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
const descriptor = {
  schema: 1,
  name: 'mf-packed',
  team: 'packed',
  version: '1.0.0',
  contract: 1,
  routes: [],
  entries: ['v/remoteEntry.js'],
  files: [{ path: 'v/remoteEntry.js', size: text.length, integrity }],
  exposes: {},
  provides: {},
  requires: {},
  server: null,
  commit: null,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-'));
  await mkdir(join(folder, 'v'));
  await writeFile(join(folder, 'v/remoteEntry.js'), text);
  await writeFile(join(folder, 'release.json'), JSON.stringify(descriptor));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('gives the same bytes for the same files, whenever they were written', async () => {
  const first = await packRelease(folder);
  await utimes(join(folder, 'v/remoteEntry.js'), new Date(0), new Date(0));
  const second = await packRelease(folder);
  expect(second.sha256).toBe(first.sha256);
  expect(second.archive.equals(first.archive)).toBe(true);
});

it('refuses a folder without a build, or with a part of one', async () => {
  await expect(packRelease(join(folder, 'v'))).rejects.toMatchObject({
    exitCode: EXIT.build,
    message: expect.stringContaining('release.json is missing'),
  });
  await rm(join(folder, 'v/remoteEntry.js'));
  await expect(packRelease(folder)).rejects.toMatchObject({
    exitCode: EXIT.build,
    message: expect.stringContaining('v/remoteEntry.js is listed'),
  });
});
