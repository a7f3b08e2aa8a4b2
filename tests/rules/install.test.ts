import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const SCRIPTS = path.resolve(import.meta.dirname, '../../scripts');

/** Writes down which lock file it installs; the first one is replaced while it does, before npm has written its record. */
const NPM = `const { mkdirSync, readFileSync, appendFileSync, writeFileSync } = require('node:fs');
mkdirSync('node_modules', { recursive: true });
const lock = readFileSync('package-lock.json', 'utf8');
appendFileSync('installed', lock + ' ');
writeFileSync('asked', process.argv.slice(2).join(' '));
if (lock === 'first') writeFileSync('package-lock.json', 'second');
writeFileSync('node_modules/.package-lock.json', lock);`;

describe('the packages', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'install-'));
    await mkdir(path.join(folder, 'scripts'));
    for (const name of ['install.mjs', 'child.mjs', 'workspaces.mjs'])
      await cp(path.join(SCRIPTS, name), path.join(folder, 'scripts', name));
    await writeFile(path.join(folder, 'npm.cjs'), NPM);
    await writeFile(path.join(folder, 'package-lock.json'), 'first');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const install = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', `await (await import('./scripts/install.mjs')).installIfNeeded();`], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '', npm_execpath: path.join(folder, 'npm.cjs') },
    });
  const installed = async () => (await readFile(path.join(folder, 'installed'), 'utf8')).trim();

  it('are those of a lock file that came while those of another one were installed', async () => {
    install();
    expect(await installed()).toBe('first');
    install();
    expect(await installed()).toBe('first second');
    install();
    expect(await installed()).toBe('first second');
  });

  it('are all of them, also where npm is told to leave out what only builds and tests need', async () => {
    install();
    expect((await readFile(path.join(folder, 'asked'), 'utf8')).split(' ')).toContain('--include=dev');
  });

  it('are not installed again after npm was run by hand', async () => {
    install();
    install();
    await writeFile(path.join(folder, 'package-lock.json'), 'by hand');
    execFileSync(process.execPath, ['npm.cjs'], { cwd: folder });
    install();
    expect(await installed()).toBe('first second by hand');
  });
});
