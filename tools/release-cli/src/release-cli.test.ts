import { randomUUID } from 'node:crypto';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { makeSeal, sealKeysSchema } from '@site/release-model/seal';
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
mkdirSync('dist/v', { recursive: true });
writeFileSync('dist/' + path, text);
writeFileSync('dist/release.json', JSON.stringify({
  schema: 1, name, team: name, version: process.env.RELEASE_VERSION || version, contract: 1, routes, entries: [path],
  files: [{ path, size: Buffer.byteLength(text), integrity }], exposes, provides: {}, requires: {}, server: null, commit: null,
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
let registry: { address: string; tokens: { publish: string; promote: string; edge: string; admin: string } };
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
  for (const purpose of ['publish', 'promote', 'admin'] as const)
    await writeFile(join(root, `.data/tokens/${purpose}.token`), registry.tokens[purpose]);
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

/** An edge that says what it serves. */
async function edgeServes(id: string, number: number, defects: string[] = []) {
  const answer = await fetch(`${registry.address}/registry/v1/environments/production/edges/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${registry.tokens.edge}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      epoch: 1,
      number,
      hash: '0'.repeat(64),
      pages: { planned: 0, rendered: 0, failed: 0, done: true },
      defects,
    }),
  });
  expect(answer.status).toBe(200);
  return sealKeysSchema.parse(await answer.json()).seals;
}

/** Tells the registry of documents that had a release in this minute, and of a failure in one of them. */
async function seen(part: string, version: string, documents: number) {
  const post = (path: string, body: object) =>
    fetch(`${registry.address}/registry/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${registry.tokens.edge}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const [today] = await edgeServes('a', 1);
  const id = json(await release(['show', `${part}@${version}`, '--json'])).id as string;
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const counts = [{ minute, part, release: id, cohort: '', documents }];
  expect((await post('/environments/production/edges/a/counts', { id: randomUUID(), counts })).status).toBe(204);
  const said = { environment: 'production', epoch: 1, number: 1, day: today?.day ?? '', cohorts: [], shellFallback: false };
  const seal = makeSeal(said, Buffer.from(today?.key ?? '', 'base64url'));
  const beacon = { kind: 'render-error', environment: 'production', revision: 1, name: part, version, route: null, message: null };
  expect((await post('/beacons', { ...beacon, seal, document: randomUUID() })).status).toBe(204);
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
    expect(run.out).toContain('Revision 2 is decided; no edge reports to this registry.');
    expect(run.out).toContain(`Undo: RELEASE_REGISTRY=${registry.address}/registry npx release rollback --to 1`);
  });

  it('got the next free version for changed contents, also in package.json', async () => {
    await given('mf-demo');
    await page('mf-demo', 'second()');
    expect((await release(['publish', 'mf-demo'])).code).toBe(0);
    expect(await versionOf('mf-demo')).toBe('1.0.1');
    expect(await versionOf('shell')).toBe('1.0.0');
  });

  it('gets a link that shows a release which is not live, to a page, for a time', async () => {
    await givenLive();
    await given('mf-demo', '1.0.1');
    const run = await release(['preview', 'mf-demo@1.0.1', '--to', '/demo?a=1']);
    expect(run).toMatchObject({ code: 0, err: '' });
    const link = new URL(run.out.split('\n')[0] ?? '');
    expect([link.origin, link.searchParams.get('to')]).toEqual([registry.address, '/demo?a=1']);
    expect(link.pathname).toMatch(/^\/_preview\/[\w.-]+$/);
    expect(run.out).toContain('Whoever has this link sees mf-demo@1.0.1 until');

    const { url, token, expiresAt } = json(await release(['preview', 'mf-demo@1.0.1', '--expires', '2h', '--json']));
    expect(url).toBe(`${registry.address}/_preview/${token}`);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(120);
    expect(json(await release(['status', '--json'])).releases).toContainEqual(
      expect.objectContaining({ name: 'mf-demo', version: '1.0.0' }),
    );
  });

  it('gets no link for what was not published, for too long, or to another site', async () => {
    await givenLive();
    const codes = [
      await release(['preview', 'mf-demo@7.0.0']),
      await release(['preview', 'mf-demo@1.0.0', '--expires', '15d']),
      await release(['preview', 'mf-demo@1.0.0', '--expires', 'soon']),
      await release(['preview', 'mf-demo@1.0.0', '--to', 'https://elsewhere.example']),
      await release(['preview', 'mf-demo']),
    ].map(({ code }) => code);
    expect(codes).toEqual([6, 2, 2, 2, 2]);
  });

  it('sees what is live', async () => {
    await givenSecond();
    const run = await release(['status', '--json']);
    expect(json(run)).toMatchObject({
      revision: { number: 2, epoch: 1, cause: 'promote', createdBy: 'local-promote', reason: 'A better page' },
      lock: null,
      edges: [],
      releases: [
        { name: 'mf-demo', version: '1.0.1', fallback: '1.0.0', candidate: null, disabled: null },
        { name: 'shell', version: '1.0.0', fallback: null },
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
    expect(json(run)).toEqual({
      revision: 3,
      changes: [{ name: 'mf-demo', field: 'stable', from: '1.0.1', to: '1.0.0' }],
      edges: { serving: 0, known: 0 },
    });
    expect((await release(['rollback', '--to', '2'])).code).toBe(0);
    const { revisions } = json(await release(['history', '--json']));
    expect(revisions).toMatchObject([
      { number: 4, cause: 'rollback', restores: 2, changes: [{ name: 'mf-demo', from: '1.0.0', to: '1.0.1' }] },
      { number: 3, cause: 'rollback', restores: 1 },
      { number: 2, cause: 'promote', reason: 'A better page' },
      { number: 1, cause: 'promote', changes: [{ name: 'mf-demo', from: null, to: '1.0.0' }, { name: 'shell' }] },
    ]);
    expect(json(await release(['history', '--json', '--limit', '1'])).revisions).toMatchObject([
      { number: 4, changes: [{ from: '1.0.0', to: '1.0.1' }] },
    ]);
  });
});

describe('what visitors have', () => {
  it('is shown by part, with how often it fails, beside what is live', async () => {
    await givenLive();
    await seen('mf-demo', '1.0.0', 250);
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await release(['promote', 'mf-demo@1.0.1', '--canary', '5%', '--no-wait']);

    expect((await release(['status'])).out).toMatch(/mf-demo .* 4, candidate -\n/);
    const { releases } = json(await release(['status', '--json']));
    expect(releases).toMatchObject([
      {
        name: 'mf-demo',
        health: {
          stable: { documents: 250, failures: 1, perThousand: 4 },
          candidate: { documents: 0, failures: 0, perThousand: null },
        },
      },
      { name: 'shell', health: { stable: { documents: 0 }, candidate: null } },
    ]);

    const { out } = await release(['adoption', 'mf-demo']);
    expect(out).toMatch(/1\.0\.0 +250 +100\.0%/);
    expect(out).toMatch(/1\.0\.0 was promoted .*: in 99% of documents within (?:a minute|\d+ minutes)\./);
    expect(out).toMatch(/hour \(UTC\) +1\.0\.0\n.*\n\d{4}-\d\d-\d\d \d\d:00 +250/);
    const all = json(await release(['adoption', '--hours', '1', '--json']));
    expect([all.step, all.parts.map(({ name }: { name: string }) => name)]).toEqual(['minute', ['mf-demo', 'shell']]);
    expect(await release(['adoption', 'mf-other'])).toMatchObject({ code: 6, err: 'Nothing of mf-other is live or was served.\n' });
  });

  it('needs a token', async () => {
    await givenLive();
    const env = { DATA_DIR: join(root, 'elsewhere') };
    expect((await release(['status'], { env })).out).not.toContain('failures');
    expect((await release(['adoption'], { env })).code).toBe(5);
  });
});

describe('live is what edges serve', () => {
  it('says so when all of them do', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await edgeServes('a', 2);
    await edgeServes('b', 3);
    expect((await release(['promote', 'mf-demo@1.0.1'])).out).toContain('Revision 2 is live: 2 of 2 edges serve it.');
    expect((await release(['status'])).out).toContain('2 of 2 edges serve it');
  });

  it('10: decided, and an edge does not serve it in time; it is named, with why', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await edgeServes('a', 2);
    await edgeServes('b', 1, ['mf-demo@1.0.1 cannot be read']);
    const run = await release(['promote', 'mf-demo@1.0.1', '--timeout', '1']);
    expect(run.code).toBe(10);
    expect(run.err).toContain(
      'Revision 2 is decided, and 1 of 2 edges serves it:\n  b serves revision 1\n    mf-demo@1.0.1 cannot be read',
    );
    expect((await release(['promote', 'mf-demo@1.0.0', '--no-wait'])).out).toContain('Revision 3 is decided.\n');
  });
});

describe('a release manager', () => {
  it('shows a release to a share of the visitors, to more of them, and takes it back', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const canary = await release(['promote', 'mf-demo@1.0.1', '--canary', '5%']);
    expect(canary.out).toContain('mf-demo candidate (none) -> 1.0.1 at 5%');
    expect(json(await release(['promote', 'mf-demo@1.0.1', '--canary', '12.5', '--json'])).changes).toEqual([
      { name: 'mf-demo', field: 'candidate', from: '1.0.1 at 5%', to: '1.0.1 at 12.5%' },
    ]);
    expect((await release(['status'])).out).toMatch(/mf-demo +1\.0\.0 +1\.0\.1 at 12\.5%/);
    expect((await release(['abort', 'mf-demo'])).out).toContain('mf-demo candidate 1.0.1 at 12.5% -> (none)');
    expect((await release(['abort', 'mf-demo', '--json'])).code).toBe(3);
  });

  it('sees what a command would do, and nothing is done', async () => {
    await givenSecond();
    const run = await release(['promote', 'mf-demo@1.0.0', '--dry-run']);
    expect(run.out).toBe('mf-demo 1.0.1 -> 1.0.0\n\nThis would be revision 3. Nothing was changed.\n');
    expect(json(await release(['status', '--json'])).revision.number).toBe(2);
  });

  it('switches a part off and on again', async () => {
    await givenLive();
    const off = await release(['disable', 'mf-demo', '--message', 'Back at noon.']);
    expect(off.out).toContain('mf-demo disabled (none) -> Back at noon.');
    expect(off.out).toContain('npx release enable mf-demo');
    expect((await release(['status'])).out).toContain('switched off');
    expect((await release(['enable', 'mf-demo'])).code).toBe(0);
    expect(json(await release(['status', '--json'])).releases[0].disabled).toBeNull();
  });

  it('keeps others from promoting, and not from rolling back', async () => {
    await givenSecond();
    expect((await release(['lock', '--reason', 'Launch day'])).out).toContain('production is locked by local-promote: Launch day');
    const refused = await release(['promote', 'mf-demo@1.0.0', '--json']);
    expect([refused.code, json(refused).error.code]).toEqual([3, 'environment-locked']);
    expect((await release(['status'])).out).toContain('production is locked by local-promote: Launch day');
    expect((await release(['rollback'])).code).toBe(0);
    expect((await release(['unlock'])).out).toContain('production is not locked.');
    expect((await release(['promote', 'mf-demo@1.0.1'])).code).toBe(0);
  });

  it('yanks a release, which is not made live again', async () => {
    await givenSecond();
    expect(json(await release(['yank', 'mf-demo@1.0.1', '--json'])).error.code).toBe('release-live');
    await release(['rollback']);
    expect((await release(['yank', 'mf-demo@1.0.1', '--reason', 'It loses orders'])).code).toBe(0);
    expect((await release(['show', 'mf-demo@1.0.1'])).out).toMatch(/yanked +just now by local-promote: It loses orders/);
    expect(json(await release(['promote', 'mf-demo@1.0.1', '--json'])).error.code).toBe('release-yanked');
    expect((await release(['audit', '--limit', '2'])).out).toMatch(
      /local-promote +refused .*\n.*local-promote +yank +mf-demo@1\.0\.1 .*It loses orders/,
    );
  });

  it('says that what is replaced was bad: nothing falls back to it', async () => {
    await givenSecond();
    await page('mf-demo', 'third()');
    await given('mf-demo', '1.0.2');
    await release(['promote', 'mf-demo@1.0.2', '--fixes']);
    expect(json(await release(['status', '--json'])).releases[0]).toMatchObject({ version: '1.0.2', fallback: '1.0.0' });
  });
});

describe('a token of a team', () => {
  const NOWHERE = { DATA_DIR: 'nowhere' };

  it('is made, shown once, and publishes its own part alone', async () => {
    const made = await release(['token', 'create', 'demo-ci', '--publish', 'mf-demo', '--expires', '30d', '--reason', 'The pipeline']);
    expect(made).toMatchObject({ code: 0, err: '' });
    const [secret = ''] = made.out.split('\n');
    expect(secret).toMatch(/^site_publish_[\w-]{43}$/);
    expect(made.out).toMatch(/It is shown this once\. demo-ci: publish; parts: mf-demo; environments: all; until \d{4}-\d\d-\d\d\./);
    expect(made.out).toContain(`npx release token revoke demo-ci`);
    const env = { ...NOWHERE, RELEASE_TOKEN: secret };
    expect((await release(['publish', 'mf-demo'], { env })).code).toBe(0);
    const refused = await release(['publish', 'shell', '--json'], { env });
    expect([refused.code, json(refused).error]).toMatchObject([5, { code: 'forbidden', message: 'This token does not cover shell.' }]);
  });

  it('says whose it is, and what it allows', async () => {
    const args = [
      'token',
      'create',
      'who',
      '--promote',
      'mf-demo,shell',
      '--publish',
      'shell,mf-demo',
      '--environment',
      'production',
      '--json',
    ];
    const { secret } = json(await release(args));
    const who = await release(['whoami', '--token', secret]);
    expect(who.out).toMatch(/^who: publish, promote; parts: shell mf-demo; environments: production; until \d{4}-\d\d-\d\d\.\n$/);
    expect(json(await release(['whoami', '--json'])).name).toBe('local-publish');
    const nobody = await release(['whoami'], { env: NOWHERE });
    expect([nobody.code, nobody.err]).toEqual([5, expect.stringContaining('No token to ask with. Give --token or RELEASE_TOKEN')]);
    expect((await release(['whoami', '--token', 'nonsense'])).err).toBe('This token is not known here.\n');
  });

  it('is listed without its secret, and is worth nothing once it is revoked', async () => {
    const { secret } = json(await release(['token', 'create', 'ends', '--view', '--json']));
    const listed = await release(['token', 'list']);
    expect(listed.out).toMatch(/^ends +valid +view +all +all +\d{4}-\d\d-\d\d +- +local-admin, \d{4}-\d\d-\d\d$/m);
    expect(listed.out).toMatch(/^local-admin +valid +admin +all +all +- /m);
    expect(listed.out).not.toContain(secret);
    expect((await release(['token', 'revoke', 'ends'])).out).toBe('The token ends is revoked.\n');
    expect(await release(['whoami', '--token', secret])).toMatchObject({ code: 5, err: 'This token was revoked.\n' });
    const { tokens } = json(await release(['token', 'list', '--json']));
    expect(tokens).toContainEqual(expect.objectContaining({ name: 'ends', state: 'revoked' }));
    const again = await release(['token', 'revoke', 'ends', '--json']);
    expect([again.code, json(again).error.code]).toEqual([6, 'token-not-found']);
  });

  it('3: under a name that is taken', async () => {
    const run = await release(['token', 'create', 'local-admin', '--view', '--json']);
    expect([run.code, json(run).error.code]).toEqual([3, 'token-name-taken']);
  });

  it('5: without a token to manage them, or with one for something else', async () => {
    const without = await release(['token', 'list'], { env: NOWHERE });
    expect([without.code, without.err]).toEqual([5, expect.stringContaining('No token to manage tokens with.')]);
    const other = await release(['token', 'list', '--token', registry.tokens.promote]);
    expect([other.code, other.err]).toEqual([5, 'This token does not allow to manage tokens.\n']);
  });
});

describe('without a token', () => {
  const env = { DATA_DIR: 'nowhere' };

  it('what is live is shown, and what is missing is said', async () => {
    await givenSecond();
    await page('mf-demo', 'third()');
    await given('mf-demo', '1.0.2');
    expect((await release(['status'], { env })).out).toMatch(/mf-demo +1\.0\.1 +1\.0\.0/);
    const list = await release(['list', 'mf-demo', '--json'], { env });
    expect(json(list).releases).toMatchObject([{ version: '1.0.1' }, { version: '1.0.0' }]);
    expect(list.err).toBe('Only what is live is shown. To see all releases, give --token or RELEASE_TOKEN.\n');
    const show = await release(['show', 'mf-demo@1.0.2'], { env });
    expect([show.code, show.err]).toEqual([5, 'A token is needed. Give --token or RELEASE_TOKEN.\n']);
    expect((await release(['show', 'mf-demo@1.0.2'])).code).toBe(0);
  });

  it('5: nothing of it is live', async () => {
    await given('mf-demo');
    const run = await release(['list', 'mf-demo'], { env });
    expect([run.code, run.err]).toEqual([5, expect.stringContaining('Nothing of mf-demo is live. To see what else was published, give')]);
  });

  it('the one of the local site is told to no other registry', async () => {
    const run = await release(['whoami', '--registry', 'https://registry.example']);
    expect([run.code, run.err]).toEqual([5, 'No token to ask with. Give --token or RELEASE_TOKEN.\n']);
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
    [['promote', 'mf-demo@1.0.0', '--canary', '101%']],
    [['promote', 'mf-demo@1.0.0', '--canary', '5%', '--fixes']],
    [['promote', 'mf-demo@1.0.0', 'mf-demo@1.0.1']],
    [['disable', 'mf-demo']],
    [['lock']],
    [['publish', 'no-such-package']],
    [['publish']],
    [['status', '--registry', 'nonsense']],
    [['token']],
    [['token', 'create', 'name']],
    [['token', 'create', 'name', '--publish', 'elevate']],
    [['token', 'create', 'name', '--publish', 'shell', '--promote', 'mf-demo']],
    [['token', 'create', 'name', '--publish', 'shell', '--serve']],
    [['token', 'create', 'name', '--view', '--expires', '367d']],
  ])('2: %j', async (args) => {
    expect((await release(args)).code).toBe(2);
  });
});
