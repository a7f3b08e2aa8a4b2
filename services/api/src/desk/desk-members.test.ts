import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import { deskCaller } from '../testing/desk-caller';
import type { TestAccount } from '../testing/test-identity';

let api: TestApi;
let staff: TestAccount;
beforeAll(async () => {
  api = await createTestApi();
  staff = await api.identity.addAccount('staff@example.com', { groups: ['staff'] });
});
beforeEach(() =>
  api.database.db
    .execute(sql`truncate api.member, api.playbook, api.signup, api.desk_event, platform.outbox cascade`)
    .then(() => undefined),
);
afterAll(() => api.close());

const desk = deskCaller(
  () => api,
  () => staff,
);
const members = async (query: string) => (await desk('GET', `/members?${query}`)).body as { id: string; email: string }[];
const emails = async (query: string) => (await members(query)).map(({ email }) => email);

describe('members', () => {
  it('200: are ranked and filtered on the server, in pages', async () => {
    await api.database.db
      .execute(sql`insert into api.member (subject, email, full_name, location, phone, tessera_rank, subscription_until, unsubscribe_token)
      select 'subject-' || n, 'p' || lpad(n::text, 3, '0') || '@example.com', 'Player', 'Albany', '+12345678901', n % 3,
        case n % 3 when 0 then null when 1 then now() + interval '1 day' else now() - interval '1 day' end, 'token-' || n
      from generate_series(1, 60) n`);
    const first = await members('order=rank');
    expect(first.slice(0, 2)).toMatchObject([{ email: 'p002@example.com' }, { email: 'p005@example.com' }]);
    const rest = await members(`order=rank&after=${first.at(-1)?.id}`);
    expect([first.length, rest.length, new Set([...first, ...rest].map(({ id }) => id)).size]).toEqual([50, 10, 60]);
    expect(await emails('order=rank&after=nobody')).toEqual([]);
    expect((await emails('subscription=active'))[0]).toBe('p001@example.com');
    expect((await emails('subscription=ended'))[0]).toBe('p002@example.com');
    expect((await emails('subscription=none'))[0]).toBe('p003@example.com');
    expect((await desk('GET', '/members?subscription=sometimes')).status).toBe(400);
  });

  it('200: are found by how words of their name or address begin, in the order of the list and in pages', async () => {
    await api.database.db.execute(sql`insert into api.member (subject, email, full_name, location, phone, tessera_rank, unsubscribe_token)
      select 'found-' || n, 'p' || lpad(n::text, 3, '0') || '@sample.org', 'Zoë O''Hara-Smith ' || n, 'Albany', '+12345678901', n % 3, 'found-token-' || n
      from generate_series(1, 60) n`);
    for (const words of ['P007@sam', 'p007 sample', 'smith 7', 'o’hara 7'.replace('’', "'"), 'ZOË 7'])
      expect([words, await emails(`search=${encodeURIComponent(words)}`)]).toEqual([words, expect.arrayContaining(['p007@sample.org'])]);
    for (const words of ['mith', '@sample', "' | 'p", '\\', '%', 'zoe'])
      expect([words, await emails(`search=${encodeURIComponent(words)}`)]).toEqual([words, []]);
    const first = await members('search=sample&order=rank');
    expect([first.length, first[0]?.email]).toEqual([50, 'p002@sample.org']);
    expect(await emails(`search=sample&order=rank&after=${first.at(-1)?.id}`)).toHaveLength(10);
  });

  it('200: who share an address with another are listed too, whichever page ends between them', async () => {
    await api.database.db.execute(sql`insert into api.member (subject, email, full_name, location, phone, tessera_rank, unsubscribe_token)
      select 'shared-' || lpad(n::text, 3, '0'), 'shared@twice.example', 'Twice', 'Albany', '+12345678901', n % 2, 'shared-token-' || n
      from generate_series(1, 60) n`);
    for (const query of ['search=twice', 'search=twice&order=rank']) {
      const first = await members(query);
      const rest = await members(`${query}&after=${first.at(-1)?.id}`);
      expect([first.length, rest.length, new Set([...first, ...rest].map(({ id }) => id)).size]).toEqual([50, 10, 60]);
    }
  });

  it('200: one is shown with goals, and with what the member sees of each playbook', async () => {
    const ada = await api.identity.addAccount('ada@example.com');
    const goals = { notify_opt_in: false, profile_visibility: 'private', goals: { 'elevate-1': true, league: false }, goals_personal: {} };
    await api.call('GET', '/user/profile', { as: ada });
    await api.call('PUT', '/user/profile', { as: ada, body: goals });
    await api.database.db
      .execute(sql`insert into api.playbook (name, description_1, description_2, description_3, min_size, max_size, member_level, needs_subscription, needs_rank, is_listed)
      values ('Open', '1', '2', '3', 1, 2, 'Player', false, false, true), ('Paid', '1', '2', '3', 1, 2, 'Player', true, false, true),
        ('Ranked', '1', '2', '3', 1, 2, 'Player', false, true, true), ('Withdrawn', '1', '2', '3', 1, 2, 'Player', false, false, false)`);
    const { body } = await desk('GET', `/members/${ada.subject}`);
    expect(body).toMatchObject({ goals: ['elevate-1'], goals_personal: [], location: '', playbooks: expect.any(Array) });
    expect((body.playbooks as { name: string; state: string }[]).map(({ name, state }) => [name, state])).toEqual([
      ['Open', 'available'],
      ['Paid', 'locked'],
      ['Ranked', 'evaluating'],
    ]);
    const saved = await desk('PUT', `/members/${ada.subject}`, { tessera_rank: 1, subscription_until: null, code: 'self-4e' });
    expect(saved.body).toMatchObject({ code: 'SELF-4E', tessera_rank: 1 });
    const unknown = { tessera_rank: 1, subscription_until: null, code: 'NOBODY' };
    expect(await desk('PUT', `/members/${ada.subject}`, unknown)).toMatchObject({ status: 404, body: { code: 'peer-group-not-found' } });
    expect((await desk('PUT', `/members/${ada.subject}`, { ...unknown, code: null })).body).toMatchObject({ code: null });
  });

  it('200: those who asked for erasure are listed, the next one first', async () => {
    for (const name of ['late', 'soon', 'never'])
      await api.call('GET', '/user/profile', { as: await api.identity.addAccount(`${name}@example.com`) });
    await api.database.db
      .execute(sql`update api.member set deletion_due_at = case email when 'late@example.com' then now() + interval '2 days'
      when 'soon@example.com' then now() + interval '1 day' end`);
    const { body } = await desk('GET', '/erasures');
    expect(body).toMatchObject([{ email: 'soon@example.com' }, { email: 'late@example.com' }]);
    expect((await desk('GET', `/erasures?after=${body[0].id as string}`)).body).toEqual(body.slice(1));
    expect((await desk('GET', '/erasures?after=nobody')).body).toEqual([]);
  });
});

describe('accounts', () => {
  it('200: are disabled, enabled and put into groups, and lose a second factor', async () => {
    const bob = await api.identity.addAccount('bob@example.com');
    api.identity.secondFactors.add(bob.subject);
    const path = `/accounts/${bob.subject}`;
    expect((await desk('GET', path)).body).toMatchObject({ email: 'bob@example.com', status: 'confirmed', enabled: true, groups: [] });
    expect((await desk('POST', `${path}/disable`)).body).toMatchObject({ enabled: false });
    expect((await desk('POST', `${path}/enable`)).body).toMatchObject({ enabled: true });
    expect((await desk('POST', `${path}/reset-second-factor`)).status).toBe(200);
    expect(api.identity.secondFactors.size).toBe(0);
    expect((await desk('PUT', `${path}/groups`, { groups: ['staff'] })).body).toMatchObject({ groups: ['staff'] });
    const { body: events } = await desk('GET', `/events?target=${bob.subject}`);
    expect(events).toMatchObject([
      { act: 'account.groups', before: { groups: [] }, after: { groups: ['staff'] } },
      { act: 'account.reset-second-factor', before: {}, after: {} },
      { act: 'account.enable', before: { enabled: false }, after: { enabled: true } },
      { act: 'account.disable', before: { enabled: true }, after: { enabled: false } },
    ]);
  });

  it('keep a group that somebody else gives while the desk changes others', async () => {
    const { admin, addAccount } = api.identity;
    const { subject } = await addAccount('given@example.com');
    const { getUser } = admin;
    admin.getUser = async (username, tx) => {
      const seen = await getUser(username, tx);
      if (!tx) return seen;
      admin.getUser = getUser;
      await admin.changeGroups(subject, { add: ['release-manager'] });
      return seen;
    };
    const answer = await desk('PUT', `/accounts/${subject}/groups`, { groups: ['staff'] });
    expect(answer.status).toBe(200);
    expect(new Set((await getUser(subject))?.groups)).toEqual(new Set(['release-manager', 'staff']));
  });

  it('409: are not one’s own; 403: not of a group that one is not in, nor given one; 412: not changed meanwhile; 404: not of nobody', async () => {
    const bob = await api.identity.addAccount('bob@example.com');
    const manager = await api.identity.addAccount('manager@example.com', { groups: ['release-manager'] });
    const refused = { groups: ['staff', 'release-manager'] };
    expect((await desk('POST', `/accounts/${staff.subject}/disable`)).body.code).toBe('own-account');
    expect((await desk('PUT', `/accounts/${staff.subject}/groups`, { groups: [] })).body.code).toBe('own-account');
    expect(await desk('POST', `/accounts/${manager.subject}/reset-second-factor`)).toMatchObject({
      status: 403,
      body: { code: 'account-beyond-groups' },
    });
    expect((await desk('PUT', `/accounts/${bob.subject}/groups`, refused)).body.code).toBe('account-beyond-groups');
    const { version } = (await desk('GET', `/accounts/${bob.subject}`)).body as { version: string };
    expect((await desk('POST', `/accounts/${bob.subject}/disable`, undefined, { 'if-match': `"${version}"` })).status).toBe(200);
    expect((await desk('POST', `/accounts/${bob.subject}/enable`, undefined, { 'if-match': `"${version}"` })).status).toBe(412);
    expect((await desk('POST', '/accounts/nobody/disable')).status).toBe(404);
    expect((await desk('GET', '/accounts/nobody')).status).toBe(404);
    expect((await desk('POST', `/accounts/${bob.subject}/dance`)).status).toBe(400);
    expect(api.identity.users.get(manager.subject)?.enabled).toBe(true);
    expect((await desk('GET', '/events')).body).toHaveLength(1);
  });

  it('200: whoever was never here is invited again; 409 for everybody else', async () => {
    const bob = await api.identity.addAccount('bob@example.com');
    const path = `/accounts/${bob.subject}/invite`;
    expect(await desk('POST', path)).toMatchObject({ status: 409, body: { code: 'account-confirmed' } });
    const user = api.identity.users.get(bob.subject);
    if (user) api.identity.users.set(bob.subject, { ...user, status: 'FORCE_CHANGE_PASSWORD' });
    expect(await desk('POST', path)).toMatchObject({ status: 200, body: { status: 'invited' } });
    expect((await api.mails()).map(({ to }) => to)).toEqual(['bob@example.com']);
    await desk('POST', `/accounts/${bob.subject}/disable`);
    expect((await desk('POST', path)).body.code).toBe('account-disabled');
  });
});

describe('sign-ups', () => {
  it('200: that wait for their account, or whose person was not here yet, are listed until they are', async () => {
    const bob = await api.identity.addAccount('bob@example.com');
    await api.database.db
      .execute(sql`insert into api.signup (email, full_name, phone, location, code, subject, outcome, attempt_after) values
      ('waits@example.com', 'W', '+12345678901', 'Albany', 'SELF-4E', null, null, now() + interval '1 hour'),
      ('bob@example.com', 'B', '+12345678901', 'Albany', 'SELF-4E', ${bob.subject}, 'created', now()),
      ('bob@example.com', 'B', '+12345678901', 'Albany', 'SELF-4E', ${bob.subject}, 'known', now())`);
    const listed = await desk('GET', '/signups');
    expect(listed.body).toMatchObject([
      { email: 'bob@example.com', account: bob.subject },
      { email: 'waits@example.com', account: null },
    ]);
    expect((await desk('GET', `/signups?before=${listed.body[0].id}`)).body).toHaveLength(1);
    await api.call('GET', '/user/profile', { as: bob });
    expect((await desk('GET', '/signups')).body).toMatchObject([{ email: 'waits@example.com' }]);
  });
});

describe('a mail to a peer group', () => {
  it('200: is shown as one of them would read it, with how many they are, and nothing is sent', async () => {
    const mail = { code: 'self-4e', subject: 'Next season', text: 'It starts soon.' };
    const { status, body } = await desk('POST', '/mails/preview', mail);
    expect([status, body.recipients, body.subject]).toEqual([200, 0, 'Next season']);
    expect(body.text).toMatch(/^It starts soon\.\n\n--\nYou receive this .* Unsubscribe: http/);
    expect((await desk('POST', '/mails/preview', { ...mail, code: 'NOBODY' })).status).toBe(404);
    expect(await api.mails()).toEqual([]);
  });
});
