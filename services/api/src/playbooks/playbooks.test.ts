import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Playbook } from '@site/contracts/api/playbooks';
import { sql } from 'drizzle-orm';
import { seedDevelopmentData } from '../seed/seed-development-data';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import type { TestAccount } from '../testing/test-identity';

let api: TestApi;
let ada: TestAccount;
let bob: TestAccount;
beforeAll(async () => {
  api = await createTestApi();
  await seedDevelopmentData(api.database);
  ada = await api.identity.addAccount('ada@example.com');
  bob = await api.identity.addAccount('bob@example.com');
});
afterAll(() => api.close());

const setMember = async (account: TestAccount, rank: number, until: Date | null) => {
  await api.call('GET', '/user/profile', { as: account });
  await api.database.db.execute(
    sql`update api.member set tessera_rank = ${rank}, subscription_until = ${until?.toISOString() ?? null} where subject = ${account.subject}`,
  );
};
const visitorSees = async () => (await api.call('GET', '/draft/playbooks')).body as Playbook[];
const playerSees = async (as: TestAccount) => (await api.call('GET', '/user/draft/playbooks', { as })).body as Playbook[];
const nextYear = () => new Date(Date.now() + 365 * 86_400_000);
const named = (playbooks: Playbook[], name: string) => playbooks.find((playbook) => playbook.name === name) as Playbook;

describe('GET /draft/playbooks', () => {
  it('200: shows visitors open playbooks without description_3, and locked ones without any description', async () => {
    const playbooks = await visitorSees();
    expect(playbooks.length).toBeGreaterThanOrEqual(8);
    expect(named(playbooks, 'The Open Bench')).toMatchObject({
      description_1: expect.any(String),
      description_2: expect.any(String),
      description_3: null,
      is_locked: false,
      is_evaluating: false,
    });
    expect(named(playbooks, 'Quiet Migration')).toMatchObject({
      description_1: null,
      description_2: null,
      description_3: null,
      is_locked: true,
    });
    expect(playbooks.some((playbook) => playbook.is_evaluating)).toBe(false);
  });

  it('304: answers nothing anew to who has the list already', async () => {
    const first = await api.call('GET', '/draft/playbooks');
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const again = await api.call('GET', '/draft/playbooks', { headers: { 'if-none-match': `W/${etag}` } });
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag } });
    const stale = await api.call('GET', '/draft/playbooks', { headers: { 'if-none-match': '"else"' } });
    expect(stale.status).toBe(200);
  });
});

describe('GET /user/draft/playbooks', () => {
  it('200: a player of rank 0 sees ranked playbooks evaluating and subscribed ones locked', async () => {
    await setMember(ada, 0, null);
    const playbooks = await playerSees(ada);
    expect(named(playbooks, 'Tenant Zero')).toMatchObject({ is_locked: false, is_evaluating: true });
    expect(named(playbooks, 'Blueprint Studio')).toMatchObject({ is_locked: true, is_evaluating: false, description_1: null });
    expect(named(playbooks, 'The Open Bench').description_3).toEqual(expect.any(String));
  });

  it('200: a rank ends the evaluation, a subscription unlocks until it ends', async () => {
    await setMember(ada, 1, nextYear());
    expect((await playerSees(ada)).filter((playbook) => playbook.is_locked || playbook.is_evaluating)).toEqual([]);
    await setMember(ada, 1, new Date(Date.now() - 1000));
    expect(named(await playerSees(ada), 'Blueprint Studio').is_locked).toBe(true);
  });
});

describe('one playbook', () => {
  it('200: is withheld in the same way as in the list', async () => {
    const [listed] = await visitorSees();
    expect((await api.call('GET', `/draft/playbook/${listed?.id}`)).body).toEqual(listed);
    await setMember(ada, 0, null);
    const locked = named(await playerSees(ada), 'Blueprint Studio');
    expect((await api.call('GET', `/user/draft/playbook/${locked.id}`, { as: ada })).body).toEqual(locked);
  });

  it('404 and 400: for ids that name nothing', async () => {
    expect(await api.call('GET', '/draft/playbook/999999')).toMatchObject({ status: 404, body: { code: 'playbook-not-found' } });
    expect(await api.call('GET', '/user/draft/playbook/999999', { as: ada })).toMatchObject({ status: 404 });
    for (const id of ['0', '-1', 'abc', '99999999999', '1%00']) expect((await api.call('GET', `/draft/playbook/${id}`)).status).toBe(400);
  });
});

describe('/playbooks/player', () => {
  const open = async () => named(await visitorSees(), 'Harbour Watch').id;

  it('200: following twice keeps one record with the later role', async () => {
    const playbook_id = await open();
    const first = await api.call('POST', '/playbooks/player', { as: ada, body: { playbook_id, role: 'join' } });
    expect(first).toMatchObject({ status: 200, body: { id: expect.any(Number), playbook_id, role: 'join' } });
    const second = await api.call('POST', '/playbooks/player', { as: ada, body: { playbook_id, role: 'produce' } });
    expect(second.body).toEqual({ ...(first.body as object), role: 'produce' });
    const { body } = await api.call('GET', '/playbooks/player', { as: ada });
    expect(body.playerPlaybooks).toEqual([second.body]);
    expect(body.playbooksMap[playbook_id]).toMatchObject({ id: playbook_id, name: 'Harbour Watch', description_1: expect.any(String) });
  });

  it('200: 20 parallel follows keep one record', async () => {
    const playbook_id = named(await visitorSees(), 'Interview Relay').id;
    const body = { playbook_id, role: 'join' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.call('POST', '/playbooks/player', { as: bob, body })));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id as number}`)).size).toBe(1);
  });

  it('403: refuses locked and evaluating playbooks with a sentence in the error field', async () => {
    await setMember(ada, 0, null);
    const playbooks = await playerSees(ada);
    const attempt = (name: string) =>
      api.call('POST', '/playbooks/player', { as: ada, body: { playbook_id: named(playbooks, name).id, role: 'join' } });
    expect(await attempt('Quiet Migration')).toMatchObject({
      status: 403,
      body: { code: 'playbook-locked', error: 'This playbook requires an active subscription.' },
    });
    expect(await attempt('Tenant Zero')).toMatchObject({ status: 403, body: { code: 'playbook-evaluating', error: expect.any(String) } });
  });

  it('404 and 400: refuses playbooks and roles that do not exist, with an error field', async () => {
    const follow = (body: unknown) => api.call('POST', '/playbooks/player', { as: ada, body });
    expect(await follow({ playbook_id: 999_999, role: 'join' })).toMatchObject({
      status: 404,
      body: { error: 'There is no such playbook.' },
    });
    expect(await follow({ playbook_id: await open(), role: 'watch' })).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(await follow({ playbook_id: 2 ** 40, role: 'join' })).toMatchObject({ status: 400 });
  });

  it('200: changes the role, unfollows, and answers what was written', async () => {
    const { body: record } = await api.call('POST', '/playbooks/player', { as: ada, body: { playbook_id: await open(), role: 'join' } });
    const changed = await api.call('PUT', `/playbooks/player/${record.id as number}`, { as: ada, body: { role: 'produce' } });
    expect(changed).toMatchObject({ status: 200, body: { ...(record as object), role: 'produce' } });
    const removed = await api.call('DELETE', `/playbooks/player/${record.id as number}`, { as: ada });
    expect(removed).toMatchObject({ status: 200, body: changed.body });
    expect((await api.call('GET', '/playbooks/player', { as: ada })).body.playerPlaybooks).toEqual([]);
  });

  it('404: for the records of somebody else, and for none', async () => {
    const { body: record } = await api.call('POST', '/playbooks/player', { as: ada, body: { playbook_id: await open(), role: 'join' } });
    const path = `/playbooks/player/${record.id as number}`;
    expect(await api.call('PUT', path, { as: bob, body: { role: 'produce' } })).toMatchObject({
      status: 404,
      body: { code: 'follow-not-found' },
    });
    expect(await api.call('DELETE', path, { as: bob })).toMatchObject({ status: 404 });
    expect((await api.call('GET', '/playbooks/player', { as: ada })).body.playerPlaybooks).toEqual([record]);
    expect(await api.call('DELETE', '/playbooks/player/999999', { as: ada })).toMatchObject({ status: 404 });
  });

  it('200: keeps a withdrawn playbook for its followers, who read it by the same rules, and for nobody else', async () => {
    const playbook_id = await open();
    await api.call('POST', '/playbooks/player', { as: ada, body: { playbook_id, role: 'join' } });
    await api.database.db.execute(sql`update api.playbook set is_listed = false, needs_subscription = true where id = ${playbook_id}`);
    const { body } = await api.call('GET', '/playbooks/player', { as: ada });
    expect(body.playbooksMap[playbook_id]).toMatchObject({ is_locked: true, description_1: null });
    expect((await api.call('GET', `/user/draft/playbook/${playbook_id}`, { as: ada })).status).toBe(200);
    expect((await api.call('GET', `/user/draft/playbook/${playbook_id}`, { as: bob })).status).toBe(404);
    expect((await api.call('GET', `/draft/playbook/${playbook_id}`)).status).toBe(404);
    expect((await api.call('GET', '/playbooks/player', { as: bob })).body.playbooksMap).not.toHaveProperty(String(playbook_id));
  });
});
