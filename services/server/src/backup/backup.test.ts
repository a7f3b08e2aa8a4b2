import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GIVE_UP_RESTORED_GROUP_MAILS } from '@site/api/desk/mails/give-up-restored-group-mails';
import { migrateApi } from '@site/api/plugin';
import { lockDirectory } from '@site/platform/data-lock';
import { openDatabase } from '@site/platform/database';
import { GIVE_UP_RESTORED_MAILS } from '@site/platform/give-up-restored-mails';
import { enqueueMail } from '@site/platform/outbox';
import { migratePlatform } from '@site/platform/platform-migrations';
import { openStorage } from '@site/platform/storage';
import { layEmptyDatabase } from '@site/platform/testing/embedded-databases';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { migrateRegistry } from '@site/registry/migrations';
import { PAUSE_RESTORED_PLANS } from '@site/registry/plans/pause-restored-plans';
import { GIVE_UP_RESTORED_MESSAGES } from '@site/registry/webhooks/give-up-restored-messages';
import tar from 'tar-stream';
import { backUp } from './back-up';
import { describeFolder } from './data-folder';
import { CONTENT, FORMAT, KIND, type Manifest, MANIFEST } from './manifest';
import { restore } from './restore';
import { swapFolders } from './swap-folders';

const mail = { to: 'ada@example.org', subject: 'Grüße', text: 'Hello' };
const MAIL_KEY = 'only-mail';
const KEY = 'a/b@1.0.0/file.js';

/** A data folder and a backup of it, made once; each test works on copies. */
let made: Awaited<ReturnType<typeof createTestDirectory>>;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
const original = () => join(made.path, 'data');
const archive = () => join(made.path, 'backup.tar.gz');
const env = (name: string) => ({ DATA_DIR: join(directory.path, name) });

beforeAll(async () => {
  made = await createTestDirectory();
  await layEmptyDatabase(original());
  const database = await openDatabase({ dataDir: original() });
  await migratePlatform(database);
  await enqueueMail(database.db, mail, { key: MAIL_KEY });
  await database.close();
  const storage = await openStorage({ dir: join(original(), 'files') });
  await storage.put(KEY, Buffer.from('bytes of a release'));
  await storage.put('empty', Buffer.alloc(0));
  await mkdir(join(original(), 'tokens'), { mode: 0o700 });
  await writeFile(join(original(), 'tokens/publish.token'), 'secret', { mode: 0o600 });
  for (const folder of ['pages', 'assets', 'deltas', 'documents']) {
    await mkdir(join(original(), 'edge', folder), { recursive: true });
    await writeFile(join(original(), 'edge', folder, 'file'), 'made anew when it is missing');
  }
  await backUp({ env: { DATA_DIR: original() }, file: archive() });
});
afterAll(() => made.remove());
beforeEach(async () => {
  directory = await createTestDirectory();
});
afterEach(() => directory.remove());

async function mailsIn(dataDir: string): Promise<unknown[]> {
  const database = await openDatabase({ dataDir });
  try {
    return (await database.query('select key, mail from platform.outbox')).rows;
  } finally {
    await database.close();
  }
}

/** A site with little data of its own, and a function that asserts that nothing of it has changed and nothing lies about. */
async function otherSite() {
  const { DATA_DIR } = env('site');
  await mkdir(join(DATA_DIR, 'db/pglite'), { recursive: true });
  await writeFile(join(DATA_DIR, 'db/pglite/PG_VERSION'), '17\n');
  await writeFile(join(DATA_DIR, 'own.txt'), 'of this site alone');
  const before = await describeFolder(DATA_DIR);
  return {
    DATA_DIR,
    assertUntouched: async () => {
      expect(await describeFolder(DATA_DIR)).toEqual(before);
      expect(await readdir(directory.path)).toEqual(['site']);
      lockDirectory(join(DATA_DIR, 'db'))();
    },
  };
}

async function archiveOf(entries: { name: string; content?: string; link?: string }[]): Promise<string> {
  const file = join(made.path, `forged-${entries.map(({ name }) => name.replace(/\W/g, '')).join('-')}.tar.gz`);
  const pack = tar.pack();
  for (const { name, content = '', link } of entries) {
    if (link) pack.entry({ name, type: 'symlink', linkname: link });
    else pack.entry({ name }, content);
  }
  pack.finalize();
  const chunks: Buffer[] = [];
  await pipeline(pack as unknown as NodeJS.ReadableStream, createGzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  });
  await writeFile(file, Buffer.concat(chunks));
  return file;
}
const manifestOf = (changes: Partial<Record<keyof Manifest, unknown>>) => ({
  name: MANIFEST,
  content: JSON.stringify({
    kind: KIND,
    format: FORMAT,
    createdAt: new Date().toISOString(),
    migrations: {},
    folders: [],
    files: [],
    ...changes,
  }),
});
const DATABASE = { path: 'db/pglite/PG_VERSION', mode: 0o600, size: 3, sha256: createHash('sha256').update('17\n').digest('hex') };
const NOTHING = { mode: 0o600, size: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' };

describe('a backup', () => {
  it('restored elsewhere gives the same rows, files and keys', async () => {
    const { DATA_DIR } = env('elsewhere/data');
    const restored = await restore({ env: { DATA_DIR }, file: archive(), replace: false, sendWaiting: true });
    expect(restored).toMatchObject({ dataDir: DATA_DIR, replaced: null, givenUpMails: 0, givenUpMessages: 0 });
    expect(await mailsIn(DATA_DIR)).toEqual([{ key: MAIL_KEY, mail }]);
    const storage = await openStorage({ dir: join(DATA_DIR, 'files') });
    expect((await storage.get(KEY))?.toString()).toBe('bytes of a release');
    expect((await storage.get('empty'))?.length).toBe(0);
    expect(await readFile(join(DATA_DIR, 'tokens/publish.token'), 'utf8')).toBe('secret');
    expect((await stat(join(DATA_DIR, 'tokens/publish.token'))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(DATA_DIR, 'edge'))).toEqual([]);
    expect(await readdir(join(directory.path, 'elsewhere'))).toEqual(['data']);
  });

  it('can be read by its owner alone, and leaves nothing else behind', async () => {
    expect((await stat(archive())).mode & 0o777).toBe(0o600);
    expect(await readdir(made.path)).toEqual(expect.arrayContaining(['backup.tar.gz', 'data']));
    expect((await readdir(made.path)).filter((name) => name.includes('unfinished'))).toEqual([]);
    expect(await readdir(join(original(), 'db'))).toEqual(['pglite']);
  });

  it('is refused while the site runs', async () => {
    const { DATA_DIR } = await otherSite();
    const stopSite = lockDirectory(join(DATA_DIR, 'db'));
    const file = join(directory.path, 'running.tar.gz');
    await expect(backUp({ env: { DATA_DIR }, file })).rejects.toThrow(`is running as process ${process.pid}`);
    await expect(stat(file)).rejects.toThrow('ENOENT');
    stopSite();
  });

  it('replaces no file, and goes into no data folder', async () => {
    const { DATA_DIR } = await otherSite();
    await expect(backUp({ env: { DATA_DIR }, file: archive() })).rejects.toThrow('exists already');
    await expect(backUp({ env: { DATA_DIR }, file: join(DATA_DIR, 'x.tar.gz') })).rejects.toThrow('lies in the data folder');
  });

  it('of a folder without data says so, and makes none', async () => {
    await expect(backUp({ env: env('nothing'), file: join(directory.path, 'x.tar.gz') })).rejects.toThrow('There are no data of a site');
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('leaves nothing out silently', async () => {
    const link = join(original(), 'files/link');
    await symlink('/somewhere/else', link);
    const file = join(directory.path, 'x.tar.gz');
    await expect(backUp({ env: { DATA_DIR: original() }, file })).rejects.toThrow('neither a file nor a folder');
    expect(await readdir(directory.path)).toEqual([]);
    await rm(link);
  });

  it.each([
    ['DATABASE_URL', 'postgres://db/site', ', such as pg_dump (docs/'],
    ['STORAGE_URL', 's3://bucket', ' (docs/'],
  ])('of what %s names is left to its own tools', async (name, url, tools) => {
    const elsewhere = { ...env('site'), [name]: url };
    await expect(backUp({ env: elsewhere, file: '/x.tar.gz' })).rejects.toThrow(`back up what ${name} names with its own tools${tools}`);
    await expect(restore({ env: elsewhere, file: archive(), replace: true })).rejects.toThrow('docs/runbooks/back-up-and-restore.md');
  });
});

describe('a restore', () => {
  it('takes the place of data only if it is told to, and then keeps them beside', async () => {
    const { DATA_DIR, assertUntouched } = await otherSite();
    await expect(restore({ env: { DATA_DIR }, file: archive(), replace: false })).rejects.toThrow('With --replace');
    await assertUntouched();

    const storage = await openStorage({ dir: join(DATA_DIR, 'files') });
    await storage.put('erasures/of-somebody', Buffer.from('since the backup'));
    const link = { id: 'leaked', expiresAt: '2100-01-01T00:00:00.000Z' };
    await mkdir(join(DATA_DIR, 'edge'));
    await writeFile(join(DATA_DIR, 'edge/revoked-previews.json'), JSON.stringify({ revoked: [link] }));
    const { replaced } = await restore({ env: { DATA_DIR }, file: archive(), replace: true });
    expect(await mailsIn(DATA_DIR)).toHaveLength(1);
    // By the notes of erasures the restored database erases the same members again.
    expect(await storage.list('erasures')).toEqual(['erasures/of-somebody']);
    // And a link that was taken back since shows nothing again.
    expect(JSON.parse(await readFile(join(DATA_DIR, 'edge/revoked-previews.json'), 'utf8'))).toEqual({ revoked: [link] });
    expect(await readdir(DATA_DIR)).not.toContain('own.txt');
    expect(await readFile(join(replaced ?? '', 'own.txt'), 'utf8')).toBe('of this site alone');
    expect((await readdir(directory.path)).map((name) => join(directory.path, name)).sort()).toEqual([DATA_DIR, replaced]);
    lockDirectory(join(replaced ?? '', 'db'))();
  });

  it('is refused while the site runs', async () => {
    const { DATA_DIR, assertUntouched } = await otherSite();
    const stopSite = lockDirectory(join(DATA_DIR, 'db'));
    await expect(restore({ env: { DATA_DIR }, file: archive(), replace: true })).rejects.toThrow('is running as process');
    stopSite();
    await assertUntouched();
  });

  it('pauses plans that would go on by themselves, as the runbook does on PostgreSQL', async () => {
    const { DATA_DIR } = env('with-plans');
    await layEmptyDatabase(DATA_DIR);
    const database = await openDatabase({ dataDir: DATA_DIR });
    await migrateRegistry(database);
    await database.query(`insert into registry.environments (name) values ('production') on conflict do nothing`);
    await database.query(`insert into registry.plans (environment, releases, steps, starts_at, created_by, account, created_at, state, step, due_at)
      select 'production', '{}', '[]', now(), 'ada', 'ada', now(), state, step, due_at from (values
        ('scheduled', 0, now() - interval '1 day'), ('running', 1, now() - interval '1 day'), ('running', 1, now() + interval '1 day'),
        ('waiting', 1, null), ('done', 2, null)) as made (state, step, due_at)`);
    await database.close();
    const file = join(directory.path, 'plans.tar.gz');
    await backUp({ env: { DATA_DIR }, file });

    const { pausedPlans } = await restore({ env: { DATA_DIR }, file, replace: true });
    expect(pausedPlans).toBe(3);
    const restored = await openDatabase({ dataDir: DATA_DIR });
    const { rows } = await restored.query(`select state, note, version, due_at is not null as is_due, left_ms = 0 as is_overdue
      from registry.plans order by id`);
    await restored.close();
    const paused = { state: 'paused', note: 'Restored from a backup.', version: 1, is_due: false };
    expect(rows).toEqual([
      { ...paused, is_due: true, is_overdue: null },
      { ...paused, is_overdue: true },
      { ...paused, is_overdue: false },
      { state: 'waiting', note: null, version: 0, is_due: false, is_overdue: null },
      { state: 'done', note: null, version: 0, is_due: false, is_overdue: null },
    ]);
    expect(await readFile('docs/runbooks/back-up-and-restore.md', 'utf8')).toContain(PAUSE_RESTORED_PLANS);
  });

  it('gives up mails and messages to webhooks that waited, which may have been sent since, as the runbook does on PostgreSQL', async () => {
    const { DATA_DIR } = env('with-messages');
    await layEmptyDatabase(DATA_DIR);
    const database = await openDatabase({ dataDir: DATA_DIR });
    await migratePlatform(database);
    await migrateRegistry(database);
    await migrateApi(database);
    await database.query(
      `insert into api.group_mail (code, subject, text) select code, 'To all', 'It starts soon.' from api.peer_group limit 1`,
    );
    await enqueueMail(database.db, mail, { key: 'waiting' });
    await database.query(`insert into platform.outbox (id, key, sent_at) values (gen_random_uuid(), 'sent', now())`);
    await database.query(`insert into registry.webhooks (name, url, environments, events, secret, created_by)
      values ('chat', 'https://chat.example', '{*}', '{*}', 'whsec_', 'ada')`);
    await database.query(`insert into registry.webhook_messages (id, webhook, kind, payload, next_attempt_at, delivered_at)
      values ('waiting', 'chat', 'plan.done', '{}', now(), null), ('delivered', 'chat', 'plan.done', '{}', null, now())`);
    await database.close();
    const file = join(directory.path, 'messages.tar.gz');
    await backUp({ env: { DATA_DIR }, file });

    expect(await restore({ env: { DATA_DIR }, file, replace: true })).toMatchObject({
      givenUpMails: 1,
      givenUpGroupMails: 1,
      givenUpMessages: 1,
    });
    const restored = await openDatabase({ dataDir: DATA_DIR });
    const mails = await restored.query(
      `select key, mail, given_up_at is not null as given_up, last_error from platform.outbox order by key`,
    );
    const messages = await restored.query(`select id, next_attempt_at, delivered_at is not null as delivered
      from registry.webhook_messages order by id`);
    const groupMails = await restored.query('select id from api.group_mail');
    await restored.close();
    expect(groupMails.rows).toEqual([]);
    expect(mails.rows).toEqual([
      { key: 'sent', mail: null, given_up: false, last_error: null },
      { key: 'waiting', mail: null, given_up: true, last_error: 'restored' },
    ]);
    expect(messages.rows).toEqual([
      { id: 'delivered', next_attempt_at: null, delivered: true },
      { id: 'waiting', next_attempt_at: null, delivered: false },
    ]);
    const runbook = await readFile('docs/runbooks/back-up-and-restore.md', 'utf8');
    expect(runbook).toContain(GIVE_UP_RESTORED_MAILS);
    expect(runbook).toContain(GIVE_UP_RESTORED_GROUP_MAILS);
    expect(runbook).toContain(GIVE_UP_RESTORED_MESSAGES);
  });

  it('never moves a folder away that is not the data of a site', async () => {
    const { DATA_DIR } = env('home');
    await mkdir(DATA_DIR);
    await writeFile(join(DATA_DIR, 'letter.txt'), 'mine');
    await expect(restore({ env: { DATA_DIR }, file: archive(), replace: true })).rejects.toThrow('something else than the data of a site');
    expect(await readdir(DATA_DIR)).toEqual(['letter.txt']);
  });

  it.each([
    ['cut off', async (file: string) => truncate(file, Math.floor((await stat(file)).size * 0.9))],
    [
      'damaged in one byte',
      async (file: string) => {
        const bytes = await readFile(file);
        const at = Math.floor(bytes.length / 2);
        bytes[at] = bytes[at]! ^ 1;
        await writeFile(file, bytes);
      },
    ],
    ['empty', (file: string) => truncate(file, 0)],
    ['no archive at all', (file: string) => writeFile(file, 'a letter')],
  ])('from an archive that is %s changes nothing', async (_what, damage) => {
    const broken = join(made.path, 'broken.tar.gz');
    await copyFile(archive(), broken);
    await damage(broken);
    const { DATA_DIR, assertUntouched } = await otherSite();
    await expect(restore({ env: { DATA_DIR }, file: broken, replace: true })).rejects.toThrow(
      'is damaged, or is not a backup of this site',
    );
    await assertUntouched();
    await rm(broken);
  });

  it.each([
    ['from another program', [{ name: 'package.json', content: '{}' }]],
    ['with a path that leads outside', [manifestOf({ files: [{ path: '../escaped', ...NOTHING }] }), { name: `${CONTENT}/../escaped` }]],
    ['with an absolute path', [manifestOf({ files: [{ path: '/escaped', ...NOTHING }] }), { name: `${CONTENT}//escaped` }]],
    ['with a file that its manifest does not name', [manifestOf({}), { name: `${CONTENT}/more` }]],
    ['with a link in place of a file', [manifestOf({ files: [{ path: 'a', ...NOTHING }] }), { name: `${CONTENT}/a`, link: '/etc/passwd' }]],
    ['without a file of its manifest', [manifestOf({ files: [{ path: 'a', ...NOTHING }] })]],
    [
      'with other bytes than its manifest says',
      [manifestOf({ files: [{ path: 'a', ...NOTHING, size: 1 }] }), { name: `${CONTENT}/a`, content: 'x' }],
    ],
  ])('from an archive %s changes nothing', async (_what, entries) => {
    const { DATA_DIR, assertUntouched } = await otherSite();
    const file = await archiveOf(entries);
    await expect(restore({ env: { DATA_DIR }, file, replace: true })).rejects.toThrow('is not a backup of this site');
    await assertUntouched();
  });

  it.each([
    ['written in a later format', [manifestOf({ format: FORMAT + 1 })], 'has the format 2, and this version reads 1'],
    [
      'with a migration that this version does not know',
      [manifestOf({ migrations: { api: ['9999_later.sql'] } })],
      'comes from a newer version',
    ],
    ['without a database', [manifestOf({})], 'has no database'],
    [
      'whose database does not open',
      [manifestOf({ files: [DATABASE] }), { name: `${CONTENT}/${DATABASE.path}`, content: '17\n' }],
      'cannot be opened',
    ],
  ])('from a backup %s changes nothing', async (_what, entries, sentence) => {
    const { DATA_DIR, assertUntouched } = await otherSite();
    await expect(restore({ env: { DATA_DIR }, file: await archiveOf(entries), replace: true })).rejects.toThrow(sentence);
    await assertUntouched();
  });

  it('that is stopped half-way changes nothing', async () => {
    const { DATA_DIR, assertUntouched } = await otherSite();
    const stopped = new AbortController();
    const restoring = restore({ env: { DATA_DIR }, file: archive(), replace: true, signal: stopped.signal });
    let isOver = false;
    const over = () => void (isOver = true);
    restoring.then(over, over);
    while (!isOver && !(await readdir(directory.path)).some((name) => name.includes('.restoring-'))) await new Promise(setImmediate);
    stopped.abort();
    await expect(restoring).rejects.toThrow('abort');
    await assertUntouched();
  });

  it('whose last step fails puts the data back where they were', async () => {
    const { DATA_DIR, assertUntouched } = await otherSite();
    const swap = { fresh: join(directory.path, 'gone'), current: DATA_DIR, aside: join(directory.path, 'aside') };
    await expect(swapFolders(swap)).rejects.toThrow('ENOENT');
    await assertUntouched();
  });

  it('of a file that is not there says so', async () => {
    await expect(restore({ env: env('x'), file: '/nowhere.tar.gz', replace: false })).rejects.toThrow('There is no file /nowhere.tar.gz.');
  });
});
