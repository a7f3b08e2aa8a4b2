/** `release login` on the running site: what only a browser shows is that its hosted pages let it return to a program of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { expect } from '../fixtures';
import { alterBuild, createWorkshop } from './changed-builds';
import { test } from './running-site';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COMMAND = path.join(ROOT, 'tools/release-cli/bin/release.mjs');
const NAME = 'mf-auth';
const DIST = path.join(ROOT, NAME, 'dist');
const VERSION = '93.0.0';

/** Who has a handle keeps it, so the tests of the console and these have an account each. */
const EMAIL = 'staff@example.com';
const HANDLE = 'sample-staff';

test('somebody whose group may release signs in in the browser, promotes under a handle, and signs out', async ({ page, manager }) => {
  const workshop = await createWorkshop();
  const home = await mkdtemp(path.join(tmpdir(), 'release-home-'));
  const { RELEASE_TOKEN: _, ...inherited } = process.env;
  const env = { ...inherited, RELEASE_REGISTRY: manager.address, DATA_DIR: home, XDG_CONFIG_HOME: home };
  const start = (...args: string[]) =>
    spawn(process.execPath, [COMMAND, ...args, '--json'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const descriptor = JSON.parse(await readFile(path.join(DIST, 'release.json'), 'utf8')) as ReleaseDescriptor;
    const changed = { ...descriptor, version: VERSION };
    await manager.publish(await alterBuild(DIST, path.join(workshop.folder, VERSION), { descriptor: changed }));

    expect((await manager.release('grant', 'add', 'releaser', '--group', 'staff', '--parts', 'all')).code).toBe(0);
    const login = start('login', '--no-browser', '--handle', HANDLE);
    const signedIn = answerOf(login);
    await page.goto(await printedAddress(login));
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password').fill(await passwordOf(manager.dataDir, EMAIL));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('You can close this window')).toBeVisible();
    expect(await signedIn).toMatchObject({ code: 0, answer: { kind: 'person', handle: HANDLE } });

    expect((await answerOf(start('promote', `${NAME}@${VERSION}`))).code).toBe(0);
    expect((await manager.registry.current())?.createdBy).toBe(HANDLE);
    expect(await answerOf(start('token', 'list'))).toMatchObject({ code: 5, answer: { error: { code: 'forbidden' } } });
    expect(await answerOf(start('logout'))).toMatchObject({ code: 0, answer: { wasSignedIn: true } });
    expect((await answerOf(start('whoami'))).code).toBe(5);
  } finally {
    await workshop.close();
    await rm(home, { recursive: true, force: true });
  }
});

async function answerOf(command: ChildProcess): Promise<{ code: number | null; answer: unknown }> {
  let said = '';
  command.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(command, 'close')) as [number | null];
  return { code, answer: JSON.parse(said) };
}

async function printedAddress({ stderr }: ChildProcess): Promise<string> {
  if (stderr) for await (const line of createInterface({ input: stderr })) if (line.startsWith('http')) return line;
  throw new Error('The command has printed no address');
}

async function passwordOf(dataDir: string, email: string): Promise<string> {
  const accounts = JSON.parse(await readFile(path.join(dataDir, 'sample-accounts.json'), 'utf8')) as { email: string; password: string }[];
  const account = accounts.find((sample) => sample.email === email);
  if (!account) throw new Error(`There is no sample account ${email}`);
  return account.password;
}
