import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PublicDemo } from '@site/contracts/api/demos';
import { seedDevelopmentData } from '../seed/seed-development-data';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import type { TestAccount } from '../testing/test-identity';

let api: TestApi;
let ada: TestAccount;
let bob: TestAccount;
beforeAll(async () => {
  api = await createTestApi({ DEMO_QUOTA: '20' });
  await seedDevelopmentData(api.database);
  ada = await api.identity.addAccount('ada@example.com');
  bob = await api.identity.addAccount('bob@example.com');
});
afterAll(() => api.close());

const demo = { demo_kind_id: 1, url: 'https://example.com/demo', description: 'What it shows' };
const add = (as: TestAccount, body: unknown = demo, headers: Record<string, string> = {}) =>
  api.call('POST', '/demos/player', { as, body, headers });
const demosOf = async (as: TestAccount) => (await api.call('GET', '/demos/player', { as })).body.playerDemos as { id: number }[];

describe('GET /draft/demos', () => {
  it('200: lists at least ten public demos, meta demos among them, with an ETag', async () => {
    const { status, body, headers } = await api.call('GET', '/draft/demos');
    expect(status).toBe(200);
    expect((body as PublicDemo[]).length).toBeGreaterThanOrEqual(10);
    expect((body as PublicDemo[]).filter((one) => one.is_meta_demo)).not.toEqual([]);
    expect((await api.call('GET', '/draft/demos', { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304);
  });
});

describe('/demos/player', () => {
  it('200: adds a demo, lists it with the map of demo kinds, changes it and removes it', async () => {
    const added = await add(ada);
    expect(added).toMatchObject({ status: 200, body: { id: expect.any(Number), ...demo, endorsements: [] } });
    const { body } = await api.call('GET', '/demos/player', { as: ada });
    expect(body.playerDemos).toEqual([added.body]);
    expect(body.demosMap[1]).toEqual({ id: 1, name: 'Tenant isolation', description: expect.any(String) });
    const path = `/demos/player/${added.body.id as number}`;
    const change = { url: 'https://example.com/better', description: 'Better' };
    expect(await api.call('PUT', path, { as: ada, body: change })).toMatchObject({
      status: 200,
      body: { ...(added.body as object), ...change },
    });
    const withId = { id: added.body.id as number, ...change };
    expect((await api.call('PUT', path, { as: ada, body: withId })).status).toBe(200);
    const ofAnother = await api.call('PUT', path, { as: ada, body: { ...withId, id: withId.id + 1, description: 'Elsewhere' } });
    expect([ofAnother.status, ofAnother.body.overall]).toEqual([400, ['The demo of the address is another one']]);
    expect((await demosOf(ada))[0]).toMatchObject(change);
    expect(await api.call('DELETE', path, { as: ada })).toMatchObject({ status: 200, body: { id: added.body.id } });
    expect(await demosOf(ada)).toEqual([]);
    expect((await api.call('DELETE', path, { as: ada })).status).toBe(404);
  });

  it.each([
    ['url', 'example', { URL: ['Enter a valid URL that starts with http:// or https://'] }],
    ['url', 'javascript:alert(1)', { URL: ['Enter a valid URL that starts with http:// or https://'] }],
    ['url', 'https://example.com/a\u0000b', { URL: ['Enter a valid URL that starts with http:// or https://'] }],
    ['url', 'https://example.com/a\u001bb', { URL: ['Enter a valid URL that starts with http:// or https://'] }],
    ['url', undefined, { URL: ['Enter a valid URL'] }],
    ['description', ' ', { Description: ['Enter a description'] }],
  ])('400: tells what is wrong with %s %j under the field', async (field, value, expected) => {
    const answer = await add(ada, { ...demo, [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { overall: ['Some fields need a correction'], ...expected } });
    const { body } = await add(ada);
    const changed = await api.call('PUT', `/demos/player/${body.id as number}`, { as: ada, body: { ...demo, [field]: value } });
    expect(changed).toMatchObject({ status: 400, body: { overall: ['Some fields need a correction'], ...expected } });
  });

  it('404: refuses a demo kind that does not exist', async () => {
    expect(await add(ada, { ...demo, demo_kind_id: 999_999 })).toMatchObject({
      status: 404,
      body: { code: 'demo-kind-not-found', overall: ['There is no such demo kind'] },
    });
  });

  it('404: for the demos of somebody else', async () => {
    const { body } = await add(ada);
    const path = `/demos/player/${body.id as number}`;
    expect(await api.call('PUT', path, { as: bob, body: demo })).toMatchObject({ status: 404, body: { code: 'demo-not-found' } });
    expect(await api.call('DELETE', path, { as: bob })).toMatchObject({ status: 404 });
    expect(await demosOf(bob)).toEqual([]);
    expect(await demosOf(ada)).toContainEqual(body);
  });

  it('200: repeats under one idempotency key add one demo; each account has keys of its own', async () => {
    const headers = { 'idempotency-key': 'the-same-key' };
    const before = (await demosOf(ada)).length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(ada, demo, headers)));
    expect(new Set(answers.map(({ body }) => body.id as number)).size).toBe(1);
    expect(await demosOf(ada)).toHaveLength(before + 1);
    expect((await add(bob, demo, headers)).body.id).not.toBe(answers[0]?.body.id);
    expect(await add(ada, { ...demo, description: 'Other' }, headers)).toMatchObject({ status: 422 });
  });

  it('409: adds no more than one member may have, however many at once, and makes room when one is removed', async () => {
    const carol = await api.identity.addAccount('carol@example.com');
    const answers = await Promise.all(Array.from({ length: 24 }, () => add(carol)));
    const refused = answers.filter(({ status }) => status === 409);
    expect([refused.length, (await demosOf(carol)).length]).toEqual([4, 20]);
    expect(refused[0]?.body).toMatchObject({
      code: 'demo-quota-reached',
      overall: ['You have as many demos as you can have. Remove one before you add another'],
    });
    const [first] = await demosOf(carol);
    await api.call('DELETE', `/demos/player/${first?.id ?? 0}`, { as: carol });
    expect([(await add(carol)).status, (await add(carol)).status]).toEqual([200, 409]);
  });
});
