import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataInUseError, lockDirectory } from './data-lock';
import { createTestDirectory } from './testing/test-directory';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeEach(async () => {
  directory = await createTestDirectory();
});
afterEach(() => directory.remove());

const file = () => `${directory.path}/in-use.lock`;

describe('the lock on a data directory', () => {
  it('refuses a second holder, and lets the next one in after release', () => {
    const unlock = lockDirectory(directory.path);
    expect(() => lockDirectory(directory.path)).toThrow(DataInUseError);
    unlock();
    lockDirectory(directory.path)();
  });

  it('refuses while another process lives, and says which', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    await writeFile(file(), JSON.stringify({ pid: other.pid, started: null }));
    try {
      expect(() => lockDirectory(directory.path)).toThrow(`is in use by process ${other.pid}`);
    } finally {
      other.kill('SIGKILL');
      await new Promise((resolve) => other.once('close', resolve));
    }
    lockDirectory(directory.path)();
  });

  it('refuses while a process lives of which the system tells nothing more', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await writeFile(file(), JSON.stringify({ pid, started: '1' }));
    const kill = jest.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    expect(() => lockDirectory(directory.path)).toThrow(`is in use by process ${pid}`);
    kill.mockRestore();
  });

  it('that cannot be read is left alone, and said', async () => {
    await mkdir(file());
    expect(() => lockDirectory(directory.path)).toThrow('EISDIR');
    expect(await readdir(directory.path)).toEqual(['in-use.lock']);
  });

  it.each([
    ['a process that died', () => JSON.stringify({ pid: spawnSync(process.execPath, ['-e', '']).pid, started: null })],
    ['an earlier process with our own id, as after the restart of a container', () => JSON.stringify({ pid: process.pid, started: '1' })],
    ['a process whose id another one has now', () => JSON.stringify({ pid: process.ppid, started: '1' })],
    ['a crash in the middle of a write', () => '{"pid":'],
  ])('is taken over from %s', async (_what, content) => {
    await writeFile(file(), content());
    const unlock = lockDirectory(directory.path);
    unlock();
    expect(await readdir(directory.path)).toEqual([]);
  });
});
