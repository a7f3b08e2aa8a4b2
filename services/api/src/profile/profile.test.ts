import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import type { TestAccount } from '../testing/test-identity';

let api: TestApi;
let ada: TestAccount;
beforeAll(async () => {
  api = await createTestApi();
  ada = await api.identity.addAccount('ada@example.com');
});
afterAll(() => api.close());

const update = { notify_opt_in: true, profile_visibility: 'sharable', goals: { 'elevate-2': true }, goals_personal: { 'lead-idea': true } };
const save = (body: unknown) => api.call('PUT', '/user/profile', { as: ada, body });

describe('GET /user/profile', () => {
  it('200: makes the profile of a new player, private and in evaluation', async () => {
    const { status, body } = await api.call('GET', '/user/profile', { as: ada });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      full_name: 'Ada Byron',
      location: '',
      email: 'ada@example.com',
      profile_photo_url: null,
      notify_opt_in: false,
      profile_visibility: 'private',
      tessera_rank: 0,
      deletion_due_at: null,
    });
    expect(Object.values({ ...body.goals, ...body.goals_personal }).every((chosen) => chosen === false)).toBe(true);
  });

  it('200: 20 first calls at once make one profile', async () => {
    const eve = await api.identity.addAccount('eve@example.com');
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.call('GET', '/user/profile', { as: eve })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await api.database.db.execute(sql`select 1 from api.member where subject = ${eve.subject}`);
    expect(rows).toHaveLength(1);
  });

  it('401: for a token whose account is gone', async () => {
    const authorization = `Bearer ${await api.identity.tokenFor('nobody')}`;
    expect(await api.call('GET', '/user/profile', { as: { authorization } })).toMatchObject({
      status: 401,
      body: { code: 'account-unknown' },
    });
  });
});

describe('PUT /user/profile', () => {
  it('200: saves and answers the profile, and keeps it', async () => {
    const saved = await save(update);
    expect(saved).toMatchObject({ status: 200, body: { notify_opt_in: true, profile_visibility: 'sharable' } });
    expect(saved.body.goals).toMatchObject({ 'elevate-1': false, 'elevate-2': true });
    expect((await api.call('GET', '/user/profile', { as: ada })).body).toEqual(saved.body);
    expect((await save({ ...update, goals: {} })).body.goals['elevate-2']).toBe(false);
  });

  it('400: refuses the visibility public, unknown goals, and what only staff may set is not taken', async () => {
    expect(await save({ ...update, profile_visibility: 'public' })).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    expect((await save({ ...update, goals: { fame: true } })).status).toBe(400);
    expect((await save({ ...update, notify_opt_in: 'yes' })).status).toBe(400);
    expect((await save({})).status).toBe(400);
    expect(await save({ ...update, tessera_rank: 4, email: 'other@example.com' })).toMatchObject({
      status: 200,
      body: { tessera_rank: 0, email: 'ada@example.com' },
    });
  });
});

describe('GET /user/session', () => {
  it('200: says who is signed in and in which groups; 401 otherwise', async () => {
    const staff = await api.identity.addAccount('staff@example.com', { groups: ['staff'] });
    expect(await api.call('GET', '/user/session', { as: staff })).toMatchObject({
      status: 200,
      body: { username: staff.subject, groups: ['staff'] },
    });
    const expired = `Bearer ${await api.identity.tokenFor(ada.subject, { lifeSeconds: -60 })}`;
    for (const authorization of ['', 'Bearer', 'Bearer a.b.c', 'Basic abc', expired]) {
      expect(await api.call('GET', '/user/session', { as: { authorization } })).toMatchObject({
        status: 401,
        body: { error: 'User needs to be authenticated to call this API.' },
      });
    }
  });
});
