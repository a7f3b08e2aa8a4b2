/**
 * `kill -9` while commands run, `KILL_RUNS` times (default 2) at moments that `KILL_SEED` decides (default: a new one each time, which a failure
 * names).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { openDatabase } from '@site/platform/database';
import { openStorage } from '@site/platform/storage';
import { createTestDirectory, createTestServerDatabase } from '@site/platform/testing';
import { layEmptyDatabase } from '@site/platform/testing/embedded-databases';
import { generateSigningKey, openTarget, readSigningKey, trust } from '@site/release-model/envelope';
import { releaseKey } from '@site/release-model/release-id';
import type { Revision } from '@site/release-model/revision';
import { targetHash } from '@site/release-model/target';
import { archiveOf, fixtureRelease } from './testing';

const RUNS = Number(process.env.KILL_RUNS ?? 2);
const SEED = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));
/** Only so that a registry that hangs ends the test. */
const HANGS_AFTER_MS = 125_000;
const SCRIPT = fileURLToPath(new URL('testing-on-folder.mjs', import.meta.url));
const RUN = fileURLToPath(new URL('../../../tools/program/bin/run.mjs', import.meta.url));
const keyFile = generateSigningKey();
const trusted = trust(readSigningKey(keyFile));

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let server: Awaited<ReturnType<typeof createTestServerDatabase>> | null;
let running: ChildProcess | undefined;
interface Process {
  child: ChildProcess;
  /** Sends a request. @returns null if the registry died before it had answered. */
  send<Answer>(method: string, path: string, body?: object): Promise<{ status: number; body: Answer } | null>;
  publish(version: string): Promise<number | null>;
}

async function start(): Promise<Process> {
  const child = spawn(process.execPath, ['--liftoff-only', RUN, SCRIPT, directory.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', ...(server && { DATABASE_URL: server.url }) },
  });
  running = child;
  for await (const line of createInterface({ input: child.stdout })) {
    const { address, tokens } = JSON.parse(line) as { address: string; tokens: Record<string, string> };
    const request = async (method: string, path: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer> | string) => {
      const answer = await fetch(`${address}/registry/v1${path}`, { method, headers, ...(body !== undefined && { body }) }).catch(
        () => null,
      );
      const text = await answer?.text().catch(() => null);
      return answer && typeof text === 'string' ? { status: answer.status, text } : null;
    };
    return {
      child,
      async send<Answer>(method: string, path: string, body?: object) {
        const headers = { authorization: `Bearer ${tokens.promote}`, ...(body && { 'content-type': 'application/json' }) };
        const answer = await request(method, path, headers, body && JSON.stringify(body));
        return answer && { status: answer.status, body: JSON.parse(answer.text) as Answer };
      },
      async publish(version) {
        const archive = await archiveOf(releaseOf(version));
        const headers = {
          authorization: `Bearer ${tokens.publish}`,
          'content-type': 'application/gzip',
          'x-content-sha256': createHash('sha256').update(archive).digest('hex'),
        };
        return (await request('PUT', `/remotes/shell/releases/${version}`, headers, new Uint8Array(archive)))?.status ?? null;
      },
    };
  }
  throw new Error('the registry ended before it listened');
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Many small files, so that a publication is under way for a while. */
const releaseOf = (version: string) => {
  const files = Array.from({ length: 12 }, (_, index) => [`v/page-${index}.js`, `page ${index} of ${version}`.repeat(200)] as const);
  return fixtureRelease({ name: 'shell', version, files: Object.fromEntries(files) });
};

/** Whole numbers from 0 up to `below`, the same ones for a seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What the registry said that it had done. */
interface Acknowledged {
  versions: string[];
  /** Hashes by number. */
  revisions: Map<number, string>;
}

const PRODUCTION = '/environments/production';

/** Two publish and two promote, until the registry dies: at a random moment after some of them have had an answer. */
async function workUntilKilled(registry: Process, run: number, random: (below: number) => number, done: Acknowledged): Promise<void> {
  let answers = 0;
  const killedAfter = { answers: random(40), turns: random(400) };
  let killing: Promise<void> | undefined;
  const kill = async () => {
    for (let turns = killedAfter.turns; turns > 0; turns -= 1) await turn();
    await killed(registry.child);
  };
  const heard = () => {
    if (++answers > killedAfter.answers) killing ??= kill();
  };
  const publish = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const version = `${run}.${writer}.${count}`;
      const status = await registry.publish(version);
      if (status === null) return;
      expect([version, status]).toEqual([version, 201]);
      done.versions.push(version);
      heard();
    }
  };
  const promote = async () => {
    for (let count = 0; ; count += 1) {
      const current = await registry.send<Revision>('GET', `${PRODUCTION}/revisions/current`);
      if (!current) return;
      const version = done.versions.at(-1 - random(Math.min(5, done.versions.length)));
      const expectedRevision = current.status === 404 ? 0 : current.body.number;
      const command = count % 4 === 3 ? { kind: 'rollback', again: true } : { kind: 'promote', releases: { shell: version } };
      const answer = await registry.send<Revision>('POST', `${PRODUCTION}/commands`, { expectedRevision, command });
      if (!answer) return;
      // Whoever is refused was second, or wanted what is live.
      if (answer.status === 201) done.revisions.set(answer.body.number, answer.body.hash);
      else expect([answer.status, answer.body]).toEqual([409, answer.body]);
      heard();
    }
  };
  await Promise.all([publish(0), publish(1), promote(), promote()]);
  await killing;
}

const hashOf = (bytes: Buffer | null) => bytes && `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Whatever the database has: whole, signed, chained, on record once, and with its files. */
async function assertWhole(done: Acknowledged): Promise<void> {
  const database = await openDatabase(server ? { url: server.url, poolSize: 1 } : { dataDir: directory.path });
  const rows = async <Row>(query: string) => (await database.query<Row>(query)).rows;
  const releases = await rows<{ version: string; descriptor: ReleaseDescriptor }>('select version, descriptor from registry.releases');
  const revisions = await rows<{ number: number; hash: string; envelope: unknown }>(
    'select number, hash, envelope from registry.revisions order by number',
  );
  const audit = await rows<{ to_revision: number }>('select to_revision from registry.audit where to_revision is not null order by 1');
  await database.close();

  const versions = new Set(releases.map(({ version }) => version));
  expect(done.versions.filter((version) => !versions.has(version))).toEqual([]);
  const hashes = new Map(revisions.map(({ number, hash }) => [number, hash]));
  expect([...done.revisions].filter(([number, hash]) => hashes.get(number) !== hash)).toEqual([]);

  expect(audit.map(({ to_revision }) => to_revision)).toEqual(revisions.map(({ number }) => number));
  let previousHash: string | null = null;
  for (const [index, { number, hash, envelope }] of revisions.entries()) {
    const target = openTarget(envelope, trusted, 'production');
    expect([number, target.number, target.previousHash, targetHash(target)]).toEqual([index + 1, index + 1, previousHash, hash]);
    expect(versions).toContain(target.parts.shell?.stable.version);
    previousHash = hash;
  }
  const storage = await openStorage({ dir: `${directory.path}/files` });
  for (const { version, descriptor } of releases) {
    for (const { path, integrity } of descriptor.files)
      expect([version, path, hashOf(await storage.get(releaseKey('shell', version, path)))]).toEqual([version, path, integrity]);
  }
}

/** Versions that were on their way when the registry died: of each run and writer the one after the last that was acknowledged. */
function interrupted({ versions }: Acknowledged): string[] {
  const writers = Array.from({ length: RUNS }, (_, index) => [`${index + 1}.0.`, `${index + 1}.1.`]).flat();
  return writers.map((writer) => writer + String(versions.filter((version) => version.startsWith(writer)).length));
}

describe.each(process.env.TEST_DATABASE_URL ? ['embedded', 'PostgreSQL'] : ['embedded'])('on the %s database', (name) => {
  beforeAll(async () => {
    directory = await createTestDirectory();
    await writeFile(`${directory.path}/key.pem`, keyFile);
    server = name === 'PostgreSQL' ? await createTestServerDatabase() : null;
    if (!server) await layEmptyDatabase(directory.path);
  });
  afterAll(async () => {
    if (running) await killed(running);
    await server?.drop();
    await directory.remove();
  });

  it(
    'a registry that is killed while commands run has lost nothing that it acknowledged, has nothing half-written, and goes on where it was interrupted',
    async () => {
      const random = randomNumbers(SEED);
      const done: Acknowledged = { versions: ['0.0.0'], revisions: new Map() };
      try {
        for (let run = 1; run <= RUNS; run += 1) {
          const registry = await start();
          if (run === 1) expect(await registry.publish(done.versions[0] as string)).toBe(201);
          await workUntilKilled(registry, run, random, done);
        }
        await assertWhole(done);
        expect(done.revisions.size).toBeGreaterThan(0);

        const registry = await start();
        for (const version of interrupted(done)) expect([version, 200, 201]).toContain(await registry.publish(version));
      } catch (error) {
        throw new Error(`KILL_SEED=${SEED} has shown this.`, { cause: error });
      }
    },
    RUNS * HANGS_AFTER_MS,
  );
});
