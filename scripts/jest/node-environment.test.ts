import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import config from '../../jest.config.mjs';

const root = path.resolve(import.meta.dirname, '../..');
let directory: string;

beforeEach(async () => void (directory = await mkdtemp(path.join(tmpdir(), 'site-test-'))));
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Enough for what goes by itself. */
const SOON = { closingMs: 200 };

/** One test file with each body, run by Jest as `npm test` runs tests. `environment` has the options of their environment. */
async function runTests(
  bodies: Record<string, string>,
  environment: { closingMs?: number } = SOON,
): Promise<{ code: unknown; said: string }> {
  const testEnvironment = path.join(root, 'scripts/jest/node-environment.mjs');
  const { workerIdleMemoryLimit } = config;
  const own = { rootDir: directory, testEnvironment, testEnvironmentOptions: environment, workerIdleMemoryLimit };
  await writeFile(path.join(directory, 'package.json'), '{}');
  for (const [name, body] of Object.entries(bodies)) {
    await writeFile(path.join(directory, `${name}.test.js`), `test('passes', async () => { ${body} });`);
  }
  const jest = spawn(
    process.execPath,
    [path.join(root, 'node_modules/jest/bin/jest.js'), '--ci', '--forceExit', '--config', JSON.stringify(own)],
    {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
    },
  );
  const [, said, code] = await Promise.all([text(jest.stdout), text(jest.stderr), new Promise((resolve) => jest.once('close', resolve))]);
  return { code, said };
}

describe('a test file whose tests pass', () => {
  it('fails for what it leaves open, which it names', async () => {
    const { code, said } = await runTests({
      timer: 'setInterval(() => undefined, 1_000);',
      server: "await new Promise((resolve) => require('node:net').createServer().listen(0, '127.0.0.1', resolve));",
      socket: "await new Promise((resolve) => require('node:dgram').createSocket('udp4').bind(0, '127.0.0.1', resolve));",
      program: "require('node:child_process').spawn(process.execPath, ['-e', 'process.stdin.resume()']);",
      thread: "new (require('node:worker_threads').Worker)('setInterval(() => {}, 1_000)', { eval: true }).on('message', () => {});",
      watch: "require('node:fs').watch(__dirname);",
    });
    expect(code).toBe(1);
    for (const [name, what] of [
      ['timer', 'a timer'],
      ['server', 'a server'],
      ['socket', 'a socket for datagrams'],
      ['program', 'a program'],
      ['thread', 'a thread or a port'],
      ['watch', 'a watch on a file'],
    ]) {
      expect(said).toContain(`${name}.test.js leaves open: ${what}. Close it in afterAll.`);
    }
  });

  it('fails for one timer also where it is the only file', async () => {
    // By the end of the test, a timer that Jest's own process had when it began is over.
    const body = 'setTimeout(() => undefined, 60_000); await new Promise((resolve) => setTimeout(resolve, 500));';
    const { code, said } = await runTests({ timer: body });
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('timer.test.js leaves open: a timer.') });
  });

  it('passes where it has closed what it opened', async () => {
    const bodies = {
      timer: 'clearInterval(setInterval(() => undefined, 1_000)); setInterval(() => undefined, 1_000).unref();',
      server: `const server = require('node:net').createServer();
        await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
        await new Promise((resolve) => server.close(resolve));`,
    };
    expect(await runTests(bodies, {})).toEqual({ code: 0, said: expect.stringContaining('Tests:       2 passed, 2 total') });
  });
});
