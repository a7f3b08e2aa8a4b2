import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { whenAborted } from '../../scripts/stop-signals.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Says how far it has come, and ends by what it reads. */
const PROGRAM = `const { stopOnSignals, whenAborted } = await import('./scripts/stop-signals.mjs');
const { signal } = stopOnSignals();
process.stdin.once('data', () => process.exit(3));
console.log('runs');
await whenAborted(signal);
console.log('stops');`;

/** Has something to do for a while, unless it is told to stop. */
const BUSY = `const { stopOnSignals, whenAborted } = await import('./scripts/stop-signals.mjs');
const { signal } = stopOnSignals();
const busy = setTimeout(() => process.exit(), 10_000);
console.log('runs');
await whenAborted(signal);
clearTimeout(busy);
console.log('stops');`;

/** Ends in order at SIGINT alone, and tells its parent once it listens. */
const PLAYWRIGHT = `#!/usr/bin/env node
process.on('SIGINT', () => process.stdout.write('in order', () => process.exit(130)));
setInterval(() => undefined, 1000);
process.kill(process.ppid, 'SIGUSR2');`;

const STOPPED_ONCE_IT_RUNS = `const { playwright } = await import('./scripts/test/runners.mjs');
const stopped = new AbortController();
process.once('SIGUSR2', () => stopped.abort());
console.log((await playwright('browser', [], { signal: stopped.signal }, {})).output);`;

/** A server that ends in order some time after it was told to, unless it is told again meanwhile. */
const SERVER = `let told = false;
process.on('SIGTERM', () => {
  if (told) process.exit(1);
  told = true;
  console.log('told');
  setTimeout(() => process.exit(0), 500);
});
process.send({});
setInterval(() => undefined, 1000);`;

/** Stops that server as a start does that is stopped midway: for the signal, and for what fails by it. */
const STOPPED_TWICE = `import { SiteProcess } from './scripts/start/site-process.mjs';
const site = new SiteProcess({});
await site.listening();
void site.stop();
setTimeout(() => void site.stop(), 100);
await site.stop();
console.log(String((await site.ended)[0]));`;

/** A folder with these scripts, and nothing else of the repository. */
async function folderWith(...scripts: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stop-'));
  for (const name of scripts) await cp(path.join(root, 'scripts', name), path.join(folder, 'scripts', name));
  return folder;
}

/** @returns What a module says that is evaluated in the folder. */
async function evaluated(folder: string, text: string): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: '', STOP_GRACE_MS: '60000' };
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', text], { cwd: folder, env })).stdout.trim();
}

describe('a program that is told to stop', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s, even twice, comes to its own end', async (signal) => {
    const program = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(program, 'exit');
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('runs');
    program.kill(signal);
    expect((await lines.next()).value).toBe('stops');
    program.kill(signal);
    program.stdin.write('end');
    expect(await ended).toEqual([3, null]);
  });

  it('by the end of the shell that npm has started it with, where nobody passes SIGTERM on, comes to its own end', async () => {
    const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; exit', process.execPath, BUSY], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '', npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('runs');
    shell.kill('SIGTERM');
    expect((await lines.next()).value).toBe('stops');
  });

  it('notices it also where it was told so before it looks', async () => {
    const stopped = new AbortController();
    stopped.abort();
    await expect((whenAborted as (signal: AbortSignal) => Promise<void>)(stopped.signal)).resolves.toBeUndefined();
  });
});

it('the browser tests are stopped by the signal at which their runner puts things in order', async () => {
  const folder = await folderWith('child.mjs', 'workspaces.mjs', 'test/runners.mjs', 'test/changes.mjs', 'test/outcome.mjs');
  try {
    await mkdir(path.join(folder, 'node_modules/.bin'), { recursive: true });
    await writeFile(path.join(folder, 'node_modules/.bin/playwright'), PLAYWRIGHT, { mode: 0o755 });
    expect(await evaluated(folder, STOPPED_ONCE_IT_RUNS)).toBe('in order');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('the server of a start that is stopped midway is told so once, and ends in order', async () => {
  const folder = await folderWith('workspaces.mjs', 'start/site-process.mjs', 'start/failure.mjs');
  try {
    await mkdir(path.join(folder, 'services/server/bin'), { recursive: true });
    await writeFile(path.join(folder, 'services/server/bin/server.mjs'), SERVER);
    expect((await evaluated(folder, STOPPED_TWICE)).split('\n')).toEqual(['told', '0']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('whatever Ctrl-C stops listens to all of these signals', () => {
  const files = execFileSync('git', ['-c', `safe.directory=${root}`, 'ls-files', 'scripts', 'tests'], { cwd: root, encoding: 'utf8' });
  const listens = (file: string) => /process\.(on|once)\((signal|name|'SIGINT')/.test(readFileSync(path.join(root, file), 'utf8'));
  const code = files.split('\n').filter((file) => /\.(mjs|ts)$/.test(file) && !file.endsWith('.test.ts'));
  expect(code.filter(listens)).toEqual(['scripts/stop-signals.mjs']);
});
