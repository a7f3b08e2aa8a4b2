import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');

/** What npx asked of a registry that has a package of somebody else under each name. */
let asked: string[];
let registry: Server;
let folder: string;
beforeEach(async () => {
  asked = [];
  registry = createServer(({ url = '' }, answer) => {
    asked.push(url);
    const name = url.slice(1);
    const versions = { '1.0.0': { name, version: '1.0.0', bin: 'bin.js', dist: { tarball: `${address()}/${name}.tgz` } } };
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(path.join(tmpdir(), 'npx-'));
});
afterEach(async () => {
  registry.closeAllConnections();
  await new Promise((resolve) => registry.close(resolve));
  await rm(folder, { recursive: true });
});

const address = (): string => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

/** With the settings of the repository, and none of whoever runs this. */
function npxRelease(): Promise<{ failed: boolean; said: string }> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== 'NODE_OPTIONS' && name !== 'CI');
  const env = {
    ...Object.fromEntries(own),
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_userconfig: path.join(folder, 'none'),
  };
  return new Promise((resolve) => {
    execFile('npx', ['--registry', address(), '--fetch-retries', '0', 'release', 'status'], { cwd: folder, env }, (error, _out, said) =>
      resolve({ failed: error !== null, said }),
    );
  });
}

it('npx release runs nothing of a stranger where the packages are not installed yet', async () => {
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  await cp(path.join(root, '.npmrc'), path.join(folder, '.npmrc'));
  const { failed, said } = await npxRelease();
  expect(said).toContain('npx canceled');
  expect(failed).toBe(true);
  expect(asked.filter((url) => url.endsWith('.tgz'))).toEqual([]);
});
