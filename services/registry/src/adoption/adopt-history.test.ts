import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { migrate } from '@site/platform/migrate';
import { migratePlatform } from '@site/platform/platform-migrations';
import { createTestDatabase, createTestDirectory } from '@site/platform/testing';
import { generateSigningKey, openTarget, readSigningKey, trust } from '@site/release-model/envelope';
import { contentDigest, DESCRIPTOR, releaseId, releaseKey } from '@site/release-model/release-id';
import type { Revision } from '@site/release-model/revision';
import { targetHash } from '@site/release-model/target';
import { migrateRegistry } from '../migrations';
import {
  current,
  fixtureRelease,
  promote,
  publish,
  read,
  rollBack,
  startTestRegistry,
  testParams,
  type TestRegistry,
  versions,
} from '../testing';

const base = '/registry/v1/environments/production';
const MIGRATIONS = ['0001_releases_and_revisions.sql', '0002_holders_of_tokens.sql'];
const RELEASES = ['shell@1.0.0', 'shell@1.0.1', 'mf-a@1.0.0', 'mf-a@1.0.1', 'mf-a@1.0.2'].map((release) => {
  const [name = '', version = ''] = release.split('@');
  return fixtureRelease({ name, version, routes: [{ path: `/${name}`, page: './page', title: 'Page', access: 'public' }] });
});

/** The rows of `registry.revisions` and `registry.audit` as the code wrote them that had no signed targets. */
const REVISIONS = [
  {
    ...{ number: 1, kind: 'promotion', copies: null, created_by: 'local-promote', created_at: '2026-10-01T10:00:00.123456Z', reason: null },
    entries: { shell: { version: '1.0.0', previous: null }, 'mf-a': { version: '1.0.0', previous: null } },
    changes: [
      { name: 'mf-a', from: null, to: '1.0.0' },
      { name: 'shell', from: null, to: '1.0.0' },
    ],
  },
  {
    ...{ number: 2, kind: 'promotion', copies: null, created_by: 'anna', created_at: '2026-10-02T10:00:00Z', reason: 'Spring' },
    entries: { shell: { version: '1.0.0', previous: null }, 'mf-a': { version: '1.0.1', previous: '1.0.0' } },
    changes: [{ name: 'mf-a', from: '1.0.0', to: '1.0.1' }],
  },
  {
    ...{ number: 3, kind: 'rollback', copies: 1, created_by: 'ben', created_at: '2026-10-02T10:05:00Z', reason: 'It is broken.' },
    entries: { shell: { version: '1.0.0', previous: null }, 'mf-a': { version: '1.0.0', previous: null } },
    changes: [{ name: 'mf-a', from: '1.0.1', to: '1.0.0' }],
  },
  {
    ...{ number: 4, kind: 'promotion', copies: null, created_by: 'anna', created_at: '2026-10-03T10:00:00Z', reason: null },
    entries: { shell: { version: '1.0.1', previous: '1.0.0' }, 'mf-a': { version: '1.0.2', previous: '1.0.0' } },
    changes: [
      { name: 'mf-a', from: '1.0.0', to: '1.0.2' },
      { name: 'shell', from: '1.0.0', to: '1.0.1' },
    ],
  },
];

/** What descriptors of the first versions had beside those of today. */
const OLD_FIELDS = {
  'of the first version': { builtAt: '2026-09-30T10:00:00.000Z', digest: `sha256-${'0'.repeat(64)}` },
  'of the last version': { digest: `sha256-${'1'.repeat(64)}` },
};

let database: Database;
let running: TestRegistry[] = [];
const signingKey = readSigningKey(generateSigningKey());
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const registry of running) await registry.stop();
  running = [];
  await database.close();
});

async function start(): Promise<TestRegistry> {
  const registry = await startTestRegistry({ database, signingKey });
  running.push(registry);
  return registry;
}

/** A database as the older version left it. */
async function makeOld(migrations: string[], oldFields: object): Promise<void> {
  const { path, remove } = await createTestDirectory();
  for (const file of migrations) await copyFile(fileURLToPath(new URL(`../../migrations/${file}`, import.meta.url)), `${path}/${file}`);
  await migratePlatform(database);
  await migrate(database, { name: 'registry', folder: path });
  await remove();
  for (const name of ['shell', 'mf-a'])
    await database.query('insert into registry.remotes (name, team) values ($1, $2)', [name, name.replace('mf-', '')]);
  for (const [index, { descriptor }] of RELEASES.entries()) {
    await database.query(
      `insert into registry.releases (name, version, digest, size, descriptor, published_by, published_at) values ($1, $2, $3, $4, $5, 'team-token', $6)`,
      [
        descriptor.name,
        descriptor.version,
        'sha256-of-old',
        100 + index,
        { ...descriptor, ...oldFields },
        `2026-09-0${index + 1}T10:00:00.654321Z`,
      ],
    );
  }
  for (const { number, kind, copies, entries, created_by, created_at, reason, changes } of REVISIONS) {
    await database.query(
      `insert into registry.revisions (environment, number, kind, copies, entries, created_by, created_at, reason)
       values ('production', $1, $2, $3, $4, $5, $6, $7)`,
      [number, kind, copies, entries, created_by, created_at, reason],
    );
    await database.query(
      `insert into registry.audit (at, actor, action, environment, subject, from_revision, to_revision, reason, details)
       values ($1, $2, $3, 'production', $4, $5, $6, $7, $8)`,
      [
        created_at,
        created_by,
        kind === 'promotion' ? 'promote' : 'rollback',
        changes.map(({ name, to }) => `${name}@${to}`).join(' '),
        number === 1 ? null : number - 1,
        number,
        reason,
        { changes },
      ],
    );
  }
}

const inDatabase = async (statement: string) => (await database.query<Record<string, unknown>>(statement)).rows;
const history = async (registry: TestRegistry): Promise<Revision[]> => {
  const { revisions } = (await registry.server.inject(`${base}/revisions?limit=200`)).json() as { revisions: Revision[] };
  const answers = await Promise.all(revisions.map(({ number }) => registry.server.inject(`${base}/revisions/${number}`)));
  return answers.map((answer) => answer.json() as Revision).reverse();
};

describe.each([
  ['of the first version', MIGRATIONS.slice(0, 1)],
  ['of the last version', MIGRATIONS],
] as const)('a database %s is taken over when the registry starts', (age, migrations) => {
  beforeEach(() => makeOld([...migrations], OLD_FIELDS[age]));

  it('with its releases by id, and its whole history: numbers, causes, authors, times, reasons, changes', async () => {
    const times = 'select created_at::text as at from registry.';
    const before = await inDatabase(`${times}revisions order by number`);
    const registry = await start();
    expect(await inDatabase(`${times}revisions order by number`)).toEqual(before);
    const { releases } = (await read(registry, '/remotes/mf-a/releases')).json() as { releases: object[] };
    const adopted = RELEASES.slice(2).map(({ descriptor }, index) => ({
      ...{ name: 'mf-a', version: descriptor.version, id: releaseId(descriptor), contentDigest: contentDigest(descriptor) },
      ...{
        size: 102 + index,
        publishedBy: 'team-token',
        publishedAt: `2026-09-0${index + 3}T10:00:00.654Z`,
        yanked: null,
        commit: null,
        collected: null,
      },
    }));
    expect(releases).toEqual(adopted.reverse());
    const one = (await read(registry, '/remotes/mf-a/releases/1.0.1')).json() as { descriptor: object };
    expect(one.descriptor).toEqual(RELEASES[3]?.descriptor);

    expect(await history(registry)).toEqual(
      REVISIONS.map(({ number, kind, copies, entries, created_by, created_at, reason, changes }) =>
        expect.objectContaining({
          ...{ environment: 'production', number, epoch: 1, cause: kind === 'promotion' ? 'promote' : 'rollback', restores: copies },
          ...{ createdBy: created_by, createdAt: new Date(created_at).toISOString(), reason },
          changes: changes.map(({ name, from, to }) => ({ name, field: 'stable', from, to })),
          target: expect.objectContaining({
            parts: Object.fromEntries(
              Object.entries(entries).map(([name, { version, previous }]) => [
                name,
                { stable: ref(name, version), candidate: null, fallback: previous === null ? null : ref(name, previous), disabled: null },
              ]),
            ),
          }),
        }),
      ),
    );
  });

  it('with targets that are signed, have the present parameters, and follow each other by their hashes', async () => {
    const registry = await start();
    const rows = await inDatabase('select envelope, hash from registry.revisions order by number');
    let previousHash: string | null = null;
    for (const { envelope, hash } of rows) {
      const target = openTarget(envelope, trust(signingKey), 'production');
      expect([target.previousHash, targetHash(target), target.params]).toEqual([previousHash, hash, testParams]);
      previousHash = targetHash(target);
    }
    const live = await registry.server.inject(`${base}/target`);
    expect(openTarget(live.json(), trust(signingKey), 'production').number).toBe(4);
  });

  it('with its audit and its tokens as they were, and nothing of the old form left', async () => {
    const token = `insert into registry.tokens (id, name, sha256, verbs, remotes) values (gen_random_uuid(), 'kept', 'x', '{publish}', '{mf-a}')`;
    await database.query(token);
    const audit = await inDatabase('select * from registry.audit order by id');
    await start();
    expect(audit).toHaveLength(4);
    expect(await inDatabase(`select * from registry.audit where actor <> 'registry' order by id`)).toEqual(audit);
    expect(await inDatabase(`select name, parts, environments, created_by from registry.tokens where name = 'kept'`)).toEqual([
      { name: 'kept', parts: ['mf-a'], environments: ['*'], created_by: 'registry' },
    ]);
    const tables = await inDatabase(`select tablename from pg_tables where schemaname = 'registry' and tablename like 'old%'`);
    expect(tables).toEqual([]);
  });

  it('once, whether registries start one after the other or at the same time', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const first = await history(one);
    expect(first).toHaveLength(4);
    expect(await history(two)).toEqual(first);
    expect(await history(await start())).toEqual(first);
  });

  it('and goes on: rollbacks skip what was rolled back from before, old and new releases are promoted', async () => {
    const registry = await start();
    for (const { descriptor, files } of RELEASES) {
      const { name, version } = descriptor;
      for (const [path, text] of Object.entries({ ...files, [DESCRIPTOR]: JSON.stringify({ ...descriptor, ...OLD_FIELDS[age] }) }))
        await registry.storage.put(releaseKey(name, version, path), Buffer.from(text));
    }
    const back = (await rollBack(registry, 4)).json() as Revision;
    expect([back.number, back.restores, versions(back)]).toEqual([5, 1, { shell: '1.0.0', 'mf-a': '1.0.0' }]);
    const old = (await promote(registry, 5, 'mf-a@1.0.1')).json() as Revision;
    expect([old.number, old.target.parts['mf-a']?.fallback?.version]).toEqual([6, '1.0.0']);

    const again = await publish(registry, { name: 'mf-a', version: '1.0.1', routes: RELEASES[3]?.descriptor.routes ?? [] });
    expect(again.statusCode).toBe(200);
    expect((await publish(registry, { name: 'mf-a', version: '1.0.3' })).statusCode).toBe(201);
    expect((await promote(registry, 6, 'mf-a@1.0.3')).statusCode).toBe(201);
    expect(versions(await current(registry))).toEqual({ shell: '1.0.0', 'mf-a': '1.0.3' });
    expect((await current(registry)).target.previousHash).toBe(old.hash);
  });

  it('also when only its tables were migrated before, as the commands of an operator do', async () => {
    await migrateRegistry(database);
    expect(await history(await start())).toHaveLength(4);
  });

  it('whole or not at all', async () => {
    await database.query('truncate registry.releases');
    await expect(start()).rejects.toThrow('Revision 1 of production names mf-a@1.0.0, which was never published.');
    expect(await inDatabase('select count(*)::int as count from registry.revisions')).toEqual([{ count: 0 }]);
    expect(await inDatabase('select count(*)::int as count from registry.old_revisions')).toEqual([{ count: 4 }]);
  });
});

function ref(name: string, version: string): { version: string; id: string } {
  const release = RELEASES.find(({ descriptor }) => descriptor.name === name && descriptor.version === version);
  if (!release) throw new Error(`No ${name}@${version}`);
  return { version, id: releaseId(release.descriptor) };
}
