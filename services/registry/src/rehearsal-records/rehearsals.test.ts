import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RehearsalReport, RehearsedPage } from '@site/release-model/rehearsal';
import {
  byName,
  current,
  forget,
  issueTestToken,
  promote,
  publish,
  read,
  rollBack,
  sendCommand,
  setRules,
  startTestRegistry,
  type TestRegistry,
} from '../testing';

const HERE = '/environments/production/rehearsals';
const PICTURE = Buffer.from('a picture');
const SHA256 = createHash('sha256').update(PICTURE).digest('hex');

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await publish(registry, { name: 'shell', version });
  for (const version of ['1.0.0', '1.0.1']) await publish(registry, { name: 'mf-shop', version });
});
beforeEach(async () => {
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0', 'mf-shop@1.0.0');
});
afterAll(() => registry.stop());

const page = (more: Partial<RehearsedPage> = {}): RehearsedPage => ({
  path: '/',
  width: 360,
  findings: [],
  layoutShift: 0,
  pixels: { total: 100, changed: 3, unstable: 0 },
  pictures: { live: null, candidate: { sha256: SHA256, bytes: PICTURE.length }, difference: null },
  ...more,
});
const thrown = { kind: 'uncaught-error' as const, text: 'It is broken.', isLive: false };

interface Options {
  pages?: RehearsedPage[];
  report?: Partial<RehearsalReport>;
  releases?: string[];
  token?: string;
}

const rehearse = (
  revision: number,
  { pages = [page()], report, releases = ['shell@1.0.1'], token = registry.tokens.publish }: Options = {},
) =>
  registry.server.inject({
    method: 'POST',
    url: `/registry/v1${HERE}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { releases: byName(...releases), revision, report: { notRun: null, pages, unvisited: [], ...report } },
  });

const send = (id: number, sha256: string, bytes: Buffer, token = registry.tokens.publish) =>
  registry.server.inject({
    method: 'PUT',
    url: `/registry/v1${HERE}/${id}/pictures/${sha256}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    payload: bytes,
  });

const refusal = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const forced = (expectedRevision: number, reason?: string) =>
  registry.server.inject({
    method: 'POST',
    url: '/registry/v1/environments/production/commands',
    headers: { authorization: `Bearer ${registry.tokens.admin}` },
    payload: { expectedRevision, command: { kind: 'promote', releases: byName('shell@1.0.1') }, reason, force: true },
  });

describe('a rehearsal', () => {
  it('is kept with the verdict that follows from its findings, and is on record', async () => {
    const answers = [
      await rehearse(1),
      await rehearse(1, { pages: [page(), page({ width: 1280, findings: [thrown] })] }),
      await rehearse(1, { pages: [page({ findings: [{ ...thrown, isLive: true }] })] }),
      await rehearse(1, { pages: [], report: { notRun: 'There is no browser.' } }),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().verdict])).toEqual([
      ...[
        [201, 'passed'],
        [201, 'failed'],
        [201, 'passed'],
        [201, 'not-run'],
      ],
    ]);
    const [first] = answers.map((answer) => answer.json());
    expect((await read(registry, `${HERE}/${first.id}`)).json()).toEqual(first);
    const listed = (await read(registry, HERE)).json().rehearsals;
    expect(listed.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['not-run', 'passed', 'failed', 'passed']);
    const entries = (await read(registry, '/audit')).json().entries;
    expect(entries[3]).toMatchObject({ action: 'rehearse', subject: 'shell@1.0.1', details: { rehearsal: first.id, revision: 1 } });
  });

  it('is made by those who ship its parts, of releases and beside a revision that there are, within its bounds', async () => {
    const other = await issueTestToken(registry, 'shop', ['publish'], ['mf-shop']);
    expect(refusal(await rehearse(1, { token: other }))).toEqual([403, 'forbidden']);
    expect(refusal(await rehearse(1, { releases: ['shell@9.9.9'] }))).toEqual([404, 'release-not-found']);
    expect(refusal(await rehearse(9))).toEqual([404, 'revision-not-found']);
    const large = { sha256: SHA256, bytes: 4 * 1024 * 1024 };
    const many = Array.from({ length: 30 }, (_, index) =>
      page({
        pictures: {
          live: null,
          candidate: { ...large, sha256: createHash('sha256').update(String(index)).digest('hex') },
          difference: null,
        },
      }),
    );
    expect(refusal(await rehearse(1, { pages: many }))).toEqual([400, 'invalid-request']);
    expect(refusal(await rehearse(1, { report: { notRun: 'But there are pages.' } }))).toEqual([400, 'invalid-request']);
  });

  it('has the pictures that it names and no others, and they are seen with a token alone', async () => {
    const { id } = (await rehearse(1)).json();
    const url = `${HERE}/${id}/pictures/${SHA256}`;
    expect(refusal(await read(registry, url))).toEqual([404, 'rehearsal-picture-not-found']);
    expect(refusal(await send(id, SHA256, Buffer.from('another picture')))).toEqual([422, 'rehearsal-picture-invalid']);
    expect(refusal(await send(id, 'a'.repeat(64), PICTURE))).toEqual([404, 'rehearsal-picture-not-found']);
    expect(refusal(await send(9_999, SHA256, PICTURE))).toEqual([404, 'rehearsal-not-found']);
    expect((await send(id, SHA256, PICTURE)).statusCode).toBe(204);

    const picture = await read(registry, url, registry.tokens.promote);
    expect([picture.statusCode, picture.headers['content-type'], picture.rawPayload]).toEqual([200, 'image/png', PICTURE]);
    for (const path of [url, HERE, `${HERE}/${id}`]) expect((await registry.server.inject(`/registry/v1${path}`)).statusCode).toBe(401);
  });

  it('goes with its pictures when there are a hundred newer ones', async () => {
    const { id } = (await rehearse(1)).json();
    await send(id, SHA256, PICTURE);
    await registry.database.query(`
      insert into registry.rehearsals (environment, releases, releases_key, beside_key, revision, verdict, report, created_by, created_at)
      select environment, releases, releases_key, beside_key, revision, verdict, report, created_by, created_at
      from registry.rehearsals, generate_series(1, 99)`);
    expect((await rehearse(1)).statusCode).toBe(201);
    expect(refusal(await read(registry, `${HERE}/${id}`))).toEqual([404, 'rehearsal-not-found']);
    expect(await registry.storage.list(`rehearsals/production/${id}`)).toEqual([]);
  });
});

describe('where releases need one that has passed', () => {
  beforeEach(() => setRules(registry, { rehearsal: 'required' }));

  it('nothing new becomes live without, and the revision names the one that it had', async () => {
    expect(refusal(await promote(registry, 1, 'shell@1.0.1'))).toEqual([422, 'rehearsal-needed']);
    await rehearse(1, { pages: [page({ findings: [thrown] })] });
    expect((await promote(registry, 1, 'shell@1.0.1')).json().error).toContain('has failed');
    await rehearse(1, { pages: [], report: { notRun: 'There is no browser.' } });
    expect((await promote(registry, 1, 'shell@1.0.1')).json().error).toContain('was not run');
    await rehearse(1, { releases: ['shell@1.0.1', 'mf-shop@1.0.1'] });
    expect(refusal(await promote(registry, 1, 'shell@1.0.1'))).toEqual([422, 'rehearsal-needed']);

    const { id } = (await rehearse(1)).json();
    expect((await promote(registry, 1, 'shell@1.0.1')).statusCode).toBe(201);
    expect((await current(registry)).rehearsal).toEqual({ id, verdict: 'passed', isOutdated: false });
  });

  it('one beside other releases than those that are live now does not count', async () => {
    await rehearse(1);
    await rehearse(1, { releases: ['mf-shop@1.0.1'] });
    expect((await promote(registry, 1, 'mf-shop@1.0.1')).statusCode).toBe(201);
    expect((await promote(registry, 2, 'shell@1.0.1')).json().error).toContain('was beside other releases');
  });

  it('a rollback needs none, nor does a larger share for what visitors get already', async () => {
    await rehearse(1);
    const canary = (expectedRevision: number, basisPoints: number) =>
      sendCommand(registry, expectedRevision, { kind: 'canary', releases: byName('shell@1.0.1'), basisPoints });
    expect((await canary(1, 500)).statusCode).toBe(201);
    await registry.database.query('delete from registry.rehearsals');
    expect((await canary(2, 2_500)).statusCode).toBe(201);
    expect((await promote(registry, 3, 'shell@1.0.1')).statusCode).toBe(201);
    expect((await rollBack(registry, 4)).statusCode).toBe(201);
  });

  it('who may go against a freeze does without, with a reason, and the audit says so', async () => {
    expect(refusal(await forced(1))).toEqual([422, 'reason-needed']);
    expect((await forced(1, 'The browser is down.')).statusCode).toBe(201);
    expect((await read(registry, '/audit')).json().entries[0]).toMatchObject({ action: 'promote', details: { forced: true } });
  });
});

it('where a rehearsal is only shown, nothing waits for one, and a revision names the newest of its releases', async () => {
  await setRules(registry, { rehearsal: 'shown' });
  const { id } = (await rehearse(1, { pages: [page({ findings: [thrown] })] })).json();
  const dry = await sendCommand(registry, 1, { kind: 'promote', releases: byName('shell@1.0.1') }, { dryRun: true });
  expect(dry.json().rehearsal).toEqual({ id, verdict: 'failed', isOutdated: false });
  expect((await promote(registry, 1, 'shell@1.0.1')).statusCode).toBe(201);
  expect((await promote(registry, 2, 'shell@1.0.2')).json().rehearsal).toBeNull();
});

it('an old rehearsal stays while the store fails, and goes with its pictures at the next one', async () => {
  const { id } = (await rehearse(1)).json<{ id: number }>();
  expect((await send(id, SHA256, PICTURE)).statusCode).toBe(204);
  await registry.database.query(
    `insert into registry.rehearsals (environment, releases, releases_key, beside_key, revision, verdict, report, created_by, created_at)
     select environment, releases, releases_key, beside_key, revision, verdict, report, created_by, created_at
     from registry.rehearsals, generate_series(1, 99) where id = $1`,
    [id],
  );
  const status = async () => (await read(registry, `${HERE}/${id}`)).statusCode;
  jest.spyOn(registry.storage, 'list').mockRejectedValueOnce(new Error('The store is away'));
  expect([(await rehearse(1)).statusCode, await status()]).toEqual([201, 200]);
  jest.restoreAllMocks();
  expect([(await rehearse(1)).statusCode, await status()]).toEqual([201, 404]);
  expect(await registry.storage.list(`rehearsals/production/${id}`)).toEqual([]);
});
