import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { main } from './main';
import { publishDist } from './publish';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const CLI = here('../bin/release.mjs');
const REGISTRY = here('../../../services/registry/src/testing-process.mjs');
const TSX = import.meta.resolve?.('tsx') ?? 'tsx';

/** A build that any package could have: it writes `dist/` with the text of `page.txt` as its script and, for a remote, a page with the title
 * of `title.txt`, under the version that it is told. */
const BUILD = `
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const text = readFileSync('page.txt', 'utf8');
if (text === 'broken') { console.error('page.txt: line 1 is broken'); process.exit(1); }
const path = name === 'shell' ? 'v/main.js' : 'v/remoteEntry.js';
const integrity = 'sha384-' + createHash('sha384').update(text).digest('base64');
const title = readFileSync('title.txt', 'utf8');
const routes = name === 'shell' ? [] : [{ path: '/demo', page: './demo', title, access: 'public' }];
const exposes = name === 'shell' ? {} : { './demo': { files: [path], consumes: [] } };
const lines = routes.map((route) => JSON.stringify(route, Object.keys(route).sort()) + '\\n');
mkdirSync('dist/v', { recursive: true });
writeFileSync('dist/' + path, text);
writeFileSync('dist/release.json', JSON.stringify({
  schema: 1, name, team: name, version: process.env.RELEASE_VERSION || version, contract: 1, routes, entries: [path],
  files: [{ path, size: Buffer.byteLength(text), integrity }], exposes, provides: {}, requires: {}, server: null, commit: null,
  digest: 'sha256-' + createHash('sha256').update([path + ' ' + integrity + '\\n', ...lines].join('')).digest('hex'),
}));
`;

interface Run {
  code: number | null;
  out: string;
  err: string;
}
interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
}

let registryProcess: ChildProcess;
let answers: AsyncIterator<string>;
let registry: { address: string; tokens: { publish: string; promote: string } };
let root: string;

beforeAll(async () => {
  registryProcess = spawn(process.execPath, ['--import', TSX, REGISTRY], { stdio: ['pipe', 'pipe', 'inherit'] });
  answers = createInterface({ input: registryProcess.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  registry = JSON.parse(String((await answers.next()).value));
});
afterAll(async () => {
  const ended = new Promise((resolve) => registryProcess.once('close', resolve));
  registryProcess.stdin?.end();
  await ended;
});

/** Each test has an empty registry and a repository of its own. */
beforeEach(async () => {
  registryProcess.stdin?.write('\n');
  await answers.next();
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
  await writeFile(join(root, '.data/tokens/publish.token'), registry.tokens.publish);
  await writeFile(join(root, '.data/tokens/promote.token'), registry.tokens.promote);
});
afterEach(() => rm(root, { recursive: true, force: true }));

function environment(env: Record<string, string> = {}) {
  const { CI: _, RELEASE_TOKEN: __, DATA_DIR: ___, PORT: ____, ...inherited } = process.env;
  return { ...inherited, NODE_OPTIONS: '', RELEASE_REGISTRY: `${registry.address}/registry`, ...env };
}

/** The command as a person runs it, in a process of its own: what the shell sees. */
async function spawned(args: string[], { cwd = root, env }: RunOptions = {}): Promise<Run> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const run: Run = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => (run.out += String(chunk)));
  child.stderr.on('data', (chunk) => (run.err += String(chunk)));
  run.code = await new Promise((resolve) => child.once('close', resolve));
  return run;
}

/** The same without the start of a process, which is most of its time. The code is that which `bin/release.mjs` sets as it is. */
async function release(args: string[], { cwd = root, env }: RunOptions = {}): Promise<Run> {
  const run: Run = { code: null, out: '', err: '' };
  const before = { cwd: process.cwd(), env: process.env, isTTY: Object.getOwnPropertyDescriptor(process.stderr, 'isTTY') };
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((run.out += String(text)), true)),
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((run.err += String(text)), true)),
    jest.spyOn(console, 'error').mockImplementation((text) => void (run.err += `${String(text)}\n`)),
  ];
  // Nobody sits at this terminal, also where the tests run in one.
  Object.defineProperty(process.stderr, 'isTTY', { value: false, configurable: true, writable: true });
  process.env = environment(env);
  process.chdir(cwd);
  try {
    run.code = await main(args);
  } finally {
    process.chdir(before.cwd);
    process.env = before.env;
    Object.defineProperty(process.stderr, 'isTTY', before.isTTY ?? { value: undefined, configurable: true, writable: true });
    for (const spy of spies) spy.mockRestore();
  }
  return run;
}

const page = (name: string, text: string) => writeFile(join(root, name, 'page.txt'), text);
const versionOf = async (name: string) => JSON.parse(await readFile(join(root, name, 'package.json'), 'utf8')).version;
const setVersion = async (name: string, version: string) => {
  const file = join(root, name, 'package.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), version }, null, 2));
};
const json = (run: Run) => JSON.parse(run.out);

/** Publishes what stands in a package, without the command. */
async function given(name: string, version = '1.0.0') {
  const folder = join(root, name);
  await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: folder, env: environment({ RELEASE_VERSION: version }) });
  await publishDist({ registry: `${registry.address}/registry`, token: registry.tokens.publish, folder: join(folder, 'dist') });
}

/** Revision 1: the shell and the remote, both 1.0.0. */
async function givenLive() {
  await given('shell');
  await given('mf-demo');
  expect((await release(['promote', 'shell@1.0.0', 'mf-demo@1.0.0'])).code).toBe(0);
}

/** Revision 2: the remote in its second version. */
async function givenSecond() {
  await givenLive();
  await page('mf-demo', 'second()');
  await given('mf-demo', '1.0.1');
  expect((await release(['promote', 'mf-demo@1.0.1', '--reason', 'A better page'])).code).toBe(0);
}

describe('a team with the release command', () => {
  it('sees that nothing is live yet', async () => {
    expect(await release(['status'])).toMatchObject({ code: 0, out: 'Nothing is live yet.\n' });
  });

  it('publishes packages by name, and learns what to do next', async () => {
    const run = await spawned(['publish', 'shell', 'mf-demo']);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('shell 1.0.0 is published');
    expect(run.out).toContain(`Next: RELEASE_REGISTRY=${registry.address}/registry npx release promote shell@1.0.0 mf-demo@1.0.0`);
  });

  it('publishes the package that it stands in; the same contents again change nothing', async () => {
    await given('mf-demo');
    const run = await release(['publish', '--json'], { cwd: join(root, 'mf-demo') });
    expect(run.code).toBe(0);
    expect(json(run).releases).toEqual([expect.objectContaining({ name: 'mf-demo', version: '1.0.0', published: false, bumped: false })]);
  });

  it('promotes, and is told what changed and how to undo it', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const run = await release(['promote', 'mf-demo@1.0.1', '--reason', 'A better page']);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('mf-demo 1.0.0 -> 1.0.1');
    expect(run.out).toContain('Revision 2 is live.');
    expect(run.out).toContain(`Undo: RELEASE_REGISTRY=${registry.address}/registry npx release rollback --to 1`);
  });

  it('got the next free version for changed contents, also in package.json', async () => {
    await given('mf-demo');
    await page('mf-demo', 'second()');
    expect((await release(['publish', 'mf-demo'])).code).toBe(0);
    expect(await versionOf('mf-demo')).toBe('1.0.1');
    expect(await versionOf('shell')).toBe('1.0.0');
  });

  it('sees what is live', async () => {
    await givenSecond();
    const run = await release(['status', '--json']);
    expect(json(run)).toMatchObject({
      revision: { number: 2, kind: 'promotion', createdBy: 'local-promote', reason: 'A better page' },
      releases: [
        { name: 'mf-demo', version: '1.0.1', previous: '1.0.0' },
        { name: 'shell', version: '1.0.0', previous: null },
      ],
    });
    expect((await release(['status'])).out).toMatch(/mf-demo +1\.0\.1 +1\.0\.0 +mf-demo/);
    expect(json(await release(['list', 'mf-demo', '--json'])).releases).toMatchObject([
      { version: '1.0.1', live: true },
      { version: '1.0.0', live: false },
    ]);
    expect(json(await release(['list', '--json'])).remotes).toMatchObject([
      { name: 'mf-demo', live: '1.0.1', releases: 2 },
      { name: 'shell' },
    ]);
  });

  it('does nothing, successfully, when all of it is live', async () => {
    await givenSecond();
    expect(await release(['promote', 'mf-demo@1.0.1'])).toMatchObject({ code: 0, out: 'All of this is live already, in revision 2.\n' });
  });

  it('rolls back, and finds it all in the history', async () => {
    await givenSecond();
    const run = await release(['rollback', '--json']);
    expect(json(run)).toEqual({ revision: 3, changes: [{ name: 'mf-demo', from: '1.0.1', to: '1.0.0' }] });
    expect((await release(['rollback', '--to', '2'])).code).toBe(0);
    const { revisions } = json(await release(['history', '--json']));
    expect(revisions).toMatchObject([
      { number: 4, kind: 'rollback', copies: 2, changes: [{ name: 'mf-demo', from: '1.0.0', to: '1.0.1' }] },
      { number: 3, kind: 'rollback', copies: 1 },
      { number: 2, kind: 'promotion', reason: 'A better page' },
      { number: 1, kind: 'promotion', changes: [{ name: 'mf-demo', from: null, to: '1.0.0' }, { name: 'shell' }] },
    ]);
    expect(json(await release(['history', '--json', '--limit', '1'])).revisions).toMatchObject([
      { number: 4, changes: [{ from: '1.0.0', to: '1.0.1' }] },
    ]);
  });
});

describe('what is published again', () => {
  const published = async (...args: string[]) => json(await release(['publish', 'mf-demo', '--json', ...args])).releases;

  it('nothing while the contents are those of a release, whatever version package.json says', async () => {
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await setVersion('mf-demo', '1.0.1');
    const nothing = [expect.objectContaining({ version: '1.0.1', published: false, bumped: false })];
    expect(await published()).toEqual(nothing);
    expect(await published()).toEqual(nothing);
    await setVersion('mf-demo', '1.0.0');
    expect(await published()).toEqual(nothing);
    await setVersion('mf-demo', '1.4.0');
    expect(await published()).toEqual(nothing);
    expect((await release(['publish', 'mf-demo'])).out).toContain('mf-demo 1.0.1 is already published with the same contents.');
  });

  it('the same contents under a version that is asked for', async () => {
    await given('mf-demo');
    expect(await published('--version', '1.0.1-again')).toMatchObject([{ version: '1.0.1-again', published: true }]);
  });

  it('a page whose title alone has changed', async () => {
    await given('mf-demo');
    await writeFile(join(root, 'mf-demo/title.txt'), 'Demonstration');
    expect(await published()).toMatchObject([{ version: '1.0.1', published: true, bumped: true }]);
  });
});

describe('the exit code tells', () => {
  it('3: a taken version, in CI, with --no-bump or an explicit version; package.json stays', async () => {
    await given('mf-demo');
    await page('mf-demo', 'second()');
    for (const [args, env] of [
      [[], { CI: 'true' }],
      [['--no-bump'], {}],
      [['--version', '1.0.0'], {}],
    ] as [string[], Record<string, string>][]) {
      const run = await release(['publish', 'mf-demo', '--json', ...args], { env });
      expect([run.code, json(run).error.code]).toEqual([3, 'version-taken']);
    }
    expect(await versionOf('mf-demo')).toBe('1.0.0');
  });

  it('0: an explicit version that is free, which package.json does not take over', async () => {
    expect((await release(['publish', 'mf-demo', '--version', '2.0.0-beta.1'])).code).toBe(0);
    expect(await versionOf('mf-demo')).toBe('1.0.0');
  });

  it('7: no registry at the port of the environment, where npm start would run the site', async () => {
    const run = await release(['status'], { env: { RELEASE_REGISTRY: '', PORT: '9' } });
    expect([run.code, run.err]).toEqual([7, expect.stringContaining('The registry at http://localhost:9/registry cannot be reached')]);
  });

  it('6: a release that does not exist', async () => {
    await givenLive();
    const run = await spawned(['promote', 'mf-demo@9.9.9', '--json']);
    expect([run.code, json(run).error.code]).toEqual([6, 'release-not-found']);
    expect((await release(['rollback', '--to', '999'])).code).toBe(6);
    expect((await release(['list', 'mf-none'])).code).toBe(6);
  });

  it('5: no token, or one for something else', async () => {
    const without = await release(['promote', 'mf-demo@1.0.0'], { env: { DATA_DIR: 'nowhere' } });
    expect([without.code, without.err]).toEqual([5, expect.stringContaining('No token to promote with.')]);
    expect((await release(['promote', 'mf-demo@1.0.0', '--token', registry.tokens.publish])).code).toBe(5);
  });

  it('7: no registry', async () => {
    const run = await spawned(['status', '--registry', 'http://127.0.0.1:9']);
    expect([run.code, run.err]).toEqual([7, expect.stringContaining('cannot be reached')]);
  });

  it('8: a build that fails, whose output is shown', async () => {
    await page('mf-demo', 'broken');
    const run = await release(['publish', 'mf-demo']);
    expect([run.code, run.err]).toEqual([8, expect.stringContaining('page.txt: line 1 is broken')]);
  });

  it('2: a command that there is not', async () => {
    const run = await spawned(['bogus']);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining("unknown command 'bogus'")]);
  });

  it.each([
    [['bogus']],
    [['promote']],
    [['promote', 'mf-demo']],
    [['promote', 'mf-demo@latest']],
    [['rollback', '--to', 'x']],
    [['publish', 'no-such-package']],
    [['publish']],
    [['status', '--registry', 'nonsense']],
  ])('2: %j', async (args) => {
    expect((await release(args)).code).toBe(2);
  });
});
