/** For tests only: the `release` command beside a registry of its own, in a repository with a shell and a remote. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, open, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Revision } from '@site/release-model/revision';
import { sealKeysSchema } from '@site/release-model/seal';
import { main } from '../main';
import { failureSchema, OUTPUTS } from '../output-schemas';
import { publishDist } from '../publish';
import { createRegistryClient } from '../registry-client';
// @ts-expect-error -- plain JavaScript without types: packages of the tests run it as it is
import { build } from './fixture-build.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const CLI = here('../../bin/release.mjs');
const REGISTRY = here('../../../../services/registry/src/testing-process.mjs');
const RUN = here('../../../program/bin/run.mjs');

/** What `npm run build` does in a package: {@link build}, in a process of its own. */
const BUILD = `
import { build } from ${JSON.stringify(new URL('./fixture-build.mjs', import.meta.url))};
try {
  build(process.cwd(), process.env.RELEASE_VERSION);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
`;

export interface Run {
  code: number | null;
  out: string;
  err: string;
}
interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
}
interface ReleaseOptions extends RunOptions {
  /** What a person at the terminal types at the question, once this is done. Without it nobody sits there. */
  answer?: () => string | Promise<string>;
}
interface SpawnOptions extends RunOptions {
  /** Whether somebody reads what it says. */
  isRead?: boolean;
  /** A file that takes its answer. */
  writesTo?: string;
}

declare global {
  /** Set by the environment of the tests: a program of Node that all test files of the process share. */
  var keptProgram: (args: string[]) => { started: Promise<string>; ask: (line: string) => Promise<string> };
}

export let registry: {
  address: string;
  tokens: { publish: string; promote: string; edge: string; admin: string; second: string };
  person: string;
  /** PEM, of its targets. */
  publicKey: string;
};
export let root: string;

const registryProgram = () => keptProgram([RUN, REGISTRY]);

/** A registry for the tests of a file. Each test has it empty but for its tokens, and a repository of its own. */
export function useRegistry(): void {
  beforeAll(async () => {
    registry = JSON.parse(await registryProgram().started);
  });

  beforeEach(async () => {
    await registryProgram().ask('');
    // On macOS the folder for temporary files is a link, which the current folder of a process is not.
    root = await realpath(await mkdtemp(join(tmpdir(), 'release-cli-')));
    await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'fixture', private: true, workspaces: ['shell', 'mf-demo'] }));
    for (const name of ['shell', 'mf-demo']) {
      await mkdir(join(root, name));
      const manifest = { name, version: '1.0.0', private: true, type: 'module', scripts: { build: 'node build.mjs' } };
      await writeFile(join(root, name, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      await writeFile(join(root, name, 'build.mjs'), BUILD);
      await page(name, `first(${JSON.stringify(name)})`);
      await writeFile(join(root, name, 'title.txt'), 'Demo');
    }
    await mkdir(join(root, '.data/tokens'), { recursive: true });
    for (const purpose of ['publish', 'promote', 'admin'] as const)
      await writeFile(join(root, `.data/tokens/${purpose}.token`), registry.tokens[purpose]);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
}

function environment(env: Record<string, string> = {}) {
  const { CI: _, RELEASE_TOKEN: __, DATA_DIR: ___, PORT: ____, ...inherited } = process.env;
  return {
    ...inherited,
    NODE_OPTIONS: '',
    XDG_CONFIG_HOME: join(root, '.config'),
    RELEASE_REGISTRY: `${registry.address}/registry`,
    ...env,
  };
}

/** The command as a person runs it, in a process of its own: what the shell sees. */
export async function spawned(args: string[], { cwd = root, env, isRead = true, writesTo }: SpawnOptions = {}): Promise<Run> {
  const file = writesTo === undefined ? null : await open(writesTo, 'w');
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env: environment(env), stdio: ['ignore', file?.fd ?? 'pipe', 'pipe'] });
  const run: Run = { code: null, out: '', err: '' };
  if (isRead) child.stdout?.on('data', (chunk) => (run.out += String(chunk)));
  else child.stdout?.destroy();
  child.stderr?.on('data', (chunk) => (run.err += String(chunk)));
  run.code = await new Promise((resolve) => child.once('close', resolve));
  await file?.close();
  return run;
}

/** A command that goes on until it is interrupted, in a process of its own. */
export const started = (args: string[], env?: Record<string, string>) => startedBy(process.execPath, [CLI, ...args], env);

/** The same as npx starts it, with a shell between, which is all that a signal reaches. */
export const startedByNpx = (args: string[]) =>
  startedBy('sh', ['-c', '"$@"; exit', 'sh', process.execPath, CLI, ...args], { npm_lifecycle_event: 'npx' });

function startedBy(program: string, args: string[], env?: Record<string, string>) {
  const child = spawn(program, args, { cwd: root, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let err = '';
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    /** The next line that it prints. */
    line: async (): Promise<string> => String((await lines.next()).value),
    /** Nobody reads any more what it prints. */
    leave: () => child.stdout.destroy(),
    ended,
    /** By Ctrl-C unless another signal is named. */
    async interrupt(signal: NodeJS.Signals = 'SIGINT') {
      child.kill(signal);
      return { ...(await ended), err };
    },
  };
}

/** The same without the start of a process, which is most of its time. The code is that which `bin/release.mjs` sets as it is. */
export async function release(args: string[], { cwd = root, env, answer }: ReleaseOptions = {}): Promise<Run> {
  const run: Run = { code: null, out: '', err: '' };
  const before = { cwd: process.cwd(), env: process.env };
  const keys = Object.assign(new PassThrough(), { isTTY: answer !== undefined });
  const streams = [replaced(process, 'stdin', keys), replaced(process.stderr, 'isTTY', answer !== undefined)];
  const written = (text: string) => {
    run.err += text;
    if (text.endsWith('[y/N] ')) void Promise.resolve(answer?.()).then((typed) => keys.write(`${typed}\n`));
    return true;
  };
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((run.out += String(text)), true)),
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => written(String(text))),
    jest.spyOn(console, 'error').mockImplementation((text) => void (run.err += `${String(text)}\n`)),
  ];
  process.env = environment(env);
  process.chdir(cwd);
  try {
    run.code = await main(args);
  } finally {
    process.chdir(before.cwd);
    process.env = before.env;
    for (const restore of streams) restore();
    for (const spy of spies) spy.mockRestore();
  }
  assertDeclared(args, run);
  return run;
}

/** Sets a property, also one that only reads. @returns What puts back what it was. */
function replaced(of: object, name: string, value: unknown): () => void {
  const was = Object.getOwnPropertyDescriptor(of, name) ?? { value: undefined, writable: true };
  Object.defineProperty(of, name, { value, configurable: true, writable: true });
  return () => void Object.defineProperty(of, name, { ...was, configurable: true });
}

/** What a command prints with `--json` is what its schema says, and has no field beside that. */
function assertDeclared(args: string[], { code, out }: Run): void {
  if (!args.includes('--json') || out === '') return;
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((words) => words in OUTPUTS);
  const schema = code === 0 ? OUTPUTS[name ?? ''] : failureSchema;
  if (!schema) throw new Error(`What 'release ${args.join(' ')}' prints has no schema.`);
  const printed: unknown = JSON.parse(out);
  expect(schema.parse(printed)).toEqual(printed);
}

export const page = (name: string, text: string) => writeFile(join(root, name, 'page.txt'), text);
export const versionOf = async (name: string) => JSON.parse(await readFile(join(root, name, 'package.json'), 'utf8')).version;
export const setVersion = async (name: string, version: string) => {
  const file = join(root, name, 'package.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), version }, null, 2));
};
export const json = (run: Run) => JSON.parse(run.out);

/** Builds what stands in a package, with this in its descriptor beside what the build writes. */
export async function built(name: string, version = '1.0.0', descriptor: Partial<ReleaseDescriptor> = {}) {
  const folder = join(root, name);
  (build as (folder: string, version: string) => void)(folder, version);
  const file = join(folder, 'dist/release.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...descriptor }));
}

/** Publishes what stands in a package, without the command. */
export async function given(name: string, version?: string, descriptor?: Partial<ReleaseDescriptor>) {
  await built(name, version, descriptor);
  await publishDist({ registry: `${registry.address}/registry`, token: registry.tokens.publish, folder: join(root, name, 'dist') });
}

/** Resolves once the registry has decided the revision. */
export async function decided(number: number): Promise<Revision> {
  const client = createRegistryClient({ registry: registry.address });
  for (;;) {
    const current = await client.current();
    if (current?.number === number) return current;
  }
}

/** An edge that says that it serves the revision, which is the latest. */
export async function edgeServes(id: string, number: number, defects: string[] = []) {
  const { epoch, hash } = await decided(number);
  const answer = await fetch(`${registry.address}/registry/v1/environments/production/edges/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${registry.tokens.edge}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      epoch,
      number,
      hash,
      pages: { planned: 0, rendered: 0, failed: 0, done: true },
      defects,
    }),
  });
  expect(answer.status).toBe(200);
  return sealKeysSchema.parse(await answer.json()).seals;
}

/** Revision 1: the shell and the remote, both 1.0.0. */
export async function givenLive() {
  await given('shell');
  await given('mf-demo');
  expect((await release(['promote', 'shell@1.0.0', 'mf-demo@1.0.0', '--no-wait'])).code).toBe(0);
}

/** Revision 2: the remote in its second version. */
export async function givenSecond() {
  await givenLive();
  await page('mf-demo', 'second()');
  await given('mf-demo', '1.0.1');
  expect((await release(['promote', 'mf-demo@1.0.1', '--reason', 'A better page'])).code).toBe(0);
}
