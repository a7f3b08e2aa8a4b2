import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const SCRIPTS = path.resolve(import.meta.dirname, '../../scripts');

describe('npm test -- --changed looks at', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'changes-'));
    await mkdir(path.join(folder, 'scripts/test'), { recursive: true });
    for (const name of ['workspaces.mjs', 'test/changes.mjs']) await cp(path.join(SCRIPTS, name), path.join(folder, 'scripts', name));
    await writeFile(path.join(folder, 'first.ts'), 'export const word = 1;');
    git('init', '--quiet', '--initial-branch=main');
    commit('first');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const commit = (message: string) => {
    git('add', '--all');
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', message);
  };
  const changes = async (base?: string): Promise<{ touched: string[]; files: string[] }> => {
    const source = `const { changesSince } = await import('./scripts/test/changes.mjs');
console.log(JSON.stringify(await changesSince(${JSON.stringify(base)})));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    return JSON.parse(stdout) as { touched: string[]; files: string[] };
  };

  it('a file that was moved where it was, and where it is', async () => {
    await rename(path.join(folder, 'first.ts'), path.join(folder, 'moved.ts'));
    commit('moved');
    expect(await changes()).toEqual({ touched: ['first.ts', 'moved.ts'], files: ['moved.ts'] });
  });

  it('files under any name, added or changed', async () => {
    await writeFile(path.join(folder, 'größe.ts'), '');
    commit('changed');
    await writeFile(path.join(folder, 'länge.ts'), '');
    expect((await changes()).files).toEqual(['größe.ts', 'länge.ts']);
  });

  it('what changed since origin/main, also where a branch here has that name', async () => {
    await writeFile(path.join(folder, 'second.ts'), '');
    commit('second');
    git('branch', 'origin/main');
    await writeFile(path.join(folder, 'third.ts'), '');
    expect((await changes()).files).toEqual(['second.ts', 'third.ts']);
    // Git warns of that name.
    expect((await changes('origin/main')).files).toEqual(['third.ts']);
  });

  it('nothing where git cannot tell: it fails', async () => {
    await expect(changes('nowhere')).rejects.toThrow('There is no commit nowhere to compare with.');
    await writeFile(path.join(folder, '.git/index'), 'not an index');
    await expect(changes()).rejects.toThrow('index file');
  });
});
