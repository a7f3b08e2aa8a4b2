import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@site/platform/config';
import { sql } from 'drizzle-orm';
import { apiConfigSchema } from '../config';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import { deskCaller } from '../testing/desk-caller';
import type { TestAccount } from '../testing/test-identity';
import { queueGroupMails } from './mails/group-mail-worker';

let api: TestApi;
let staff: TestAccount;
let ada: TestAccount;
beforeAll(async () => {
  api = await createTestApi();
  staff = await api.identity.addAccount('staff@example.com', { groups: ['staff'] });
  ada = await api.identity.addAccount('ada@example.com');
});
/** Each test starts with one member and what an installation has from the start. */
beforeEach(async () => {
  await api.database.db.execute(
    sql`truncate api.member, api.contact_message, api.demo_kind, api.playbook, api.project, platform.outbox cascade`,
  );
  await api.database.db.execute(sql`delete from api.peer_group where code <> 'SELF-4E'`);
  await api.call('GET', '/user/profile', { as: ada });
});
afterAll(() => api.close());

const desk = deskCaller(
  () => api,
  () => staff,
);

const playbook = {
  name: 'Playbook',
  description_1: 'One',
  description_2: 'Two',
  description_3: 'Three',
  min_size: 2,
  max_size: 4,
  memberLevel: 'Player',
  needs_subscription: false,
  needs_rank: false,
  is_listed: true,
};
/** A kind of demo, and a demo of it that Ada made. */
async function usedKind() {
  const { body: kind } = await desk('POST', '/demo-kinds', { name: 'Kind', description: 'Of demo' });
  const demo = { demo_kind_id: kind.id as number, url: 'https://example.com', description: 'Mine' };
  const { body: mine } = await api.call('POST', '/demos/player', { as: ada, body: demo });
  return { kind, mine };
}
const offer = { description_2: 'More', vertical: 'Data', status: 'Open', sponsored: true, is_meta_demo: false };

describe('messages', () => {
  it('200: are listed newest first, by status and in pages; 404 for none', async () => {
    await api.database.db.execute(sql`insert into api.contact_message (goal, name, email, phone, message)
      select 'other', 'Sender ' || n, 'sender@example.com', '+12345678901', 'Message ' || n from generate_series(1, 60) n`);
    const { body: first } = await desk('GET', '/messages');
    expect(first).toHaveLength(50);
    expect(first[0]).toMatchObject({ name: 'Sender 60', status: 'new', received_at: expect.stringMatching(/Z$/) });
    const { body: rest } = await desk('GET', `/messages?before=${first[49].id as number}`);
    expect(rest).toHaveLength(10);
    const answered = await desk('PUT', `/messages/${rest[0].id as number}`, { status: 'answered' });
    expect(answered).toMatchObject({ status: 200, body: { ...rest[0], status: 'answered', version: 2 } });
    expect((await desk('GET', '/messages?status=answered')).body).toEqual([answered.body]);
    expect((await desk('PUT', '/messages/999999', { status: 'closed' })).status).toBe(404);
    expect((await desk('PUT', `/messages/${rest[0].id as number}`, { status: 'lost' })).status).toBe(400);
  });
});

describe('peer groups', () => {
  it('200: exist with SELF-4E from the start, are added, renamed, closed; 409 for a code that is taken', async () => {
    expect((await desk('GET', '/peer-groups')).body).toEqual([
      { code: 'SELF-4E', name: 'Self-sponsored', is_open: true, members: 0, version: 1 },
    ]);
    expect(await desk('POST', '/peer-groups', { code: 'crew-1', name: 'Crew' })).toMatchObject({
      status: 200,
      body: { code: 'CREW-1', members: 0 },
    });
    expect((await desk('POST', '/peer-groups', { code: 'CREW-1', name: 'Other' })).status).toBe(409);
    expect((await desk('POST', '/peer-groups', { code: 'no code', name: 'Other' })).status).toBe(400);
    const closed = await desk('PUT', '/peer-groups/crew-1', { name: 'Crew one', is_open: false });
    expect(closed).toMatchObject({ status: 200, body: { code: 'CREW-1', name: 'Crew one', is_open: false } });
    await api.database.db.execute(sql`update api.member set peer_group_code = 'CREW-1' where subject = ${ada.subject}`);
    expect((await desk('GET', '/peer-groups')).body).toMatchObject([
      { code: 'CREW-1', members: 1 },
      { code: 'SELF-4E', members: 0 },
    ]);
    expect((await desk('PUT', '/peer-groups/NOBODY', { name: 'X', is_open: true })).status).toBe(404);
  });

  it('200: are listed by code in pages, and by name all at once', async () => {
    await api.database.db.execute(
      sql`insert into api.peer_group (code, name) select 'G' || lpad(n::text, 3, '0'), 'Group ' || n from generate_series(1, 60) n`,
    );
    const { body: first } = await desk('GET', '/peer-groups');
    expect(first).toHaveLength(50);
    expect(first[49]).toMatchObject({ code: 'G050', members: 0 });
    const { body: rest } = await desk('GET', '/peer-groups?after=g050');
    expect(rest.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining(['G051', 'G060', 'SELF-4E']));
    expect(rest).toHaveLength(11);
    const { body: names } = await desk('GET', '/peer-group-names');
    expect([names.length, names[0], names[60]]).toEqual([
      61,
      { code: 'G001', name: 'Group 1' },
      { code: 'SELF-4E', name: 'Self-sponsored' },
    ]);
    expect((await desk('GET', '/peer-groups?after=no%20code')).status).toBe(400);
  });
});

describe('members', () => {
  it('200: are found, ranked and subscribed, and the player sees it', async () => {
    expect((await desk('GET', '/members?search=ADA%40')).body).toMatchObject([{ id: ada.subject, email: 'ada@example.com', demos: [] }]);
    expect((await desk('GET', '/members?search=%25')).body).toEqual([]);
    expect((await desk('GET', '/members?after=zzz')).body).toEqual([]);
    const subscription_until = new Date(Date.now() + 86_400_000).toISOString();
    const saved = await desk('PUT', `/members/${ada.subject}`, { tessera_rank: 3, subscription_until });
    expect(saved).toMatchObject({ status: 200, body: { tessera_rank: 3, subscription_until } });
    expect((await desk('GET', `/members/${ada.subject}`)).body).toMatchObject(saved.body as object);
    expect((await api.call('GET', '/user/profile', { as: ada })).body.tessera_rank).toBe(3);
    expect((await desk('PUT', `/members/${ada.subject}`, { tessera_rank: 5, subscription_until: null })).status).toBe(400);
    expect((await desk('PUT', '/members/nobody', { tessera_rank: 1, subscription_until: null })).status).toBe(404);
    expect((await desk('GET', '/members/nobody')).status).toBe(404);
  });

  it('200: their demos are endorsed', async () => {
    const { mine } = await usedKind();
    const endorsed = await desk('PUT', `/player-demos/${mine.id as number}/endorsements`, { endorsements: ['Clear', 'Brave'] });
    expect(endorsed).toMatchObject({ status: 200, body: { ...mine, endorsements: ['Clear', 'Brave'] } });
    expect((await api.call('GET', '/demos/player', { as: ada })).body.playerDemos).toEqual([{ ...mine, endorsements: ['Clear', 'Brave'] }]);
    const twice = await desk('PUT', `/player-demos/${mine.id as number}/endorsements`, { endorsements: ['Clear', ' Clear'] });
    expect(twice.status).toBe(400);
    expect(JSON.stringify(twice.body)).toContain('An endorsement is given once');
    expect((await desk('PUT', '/player-demos/999999/endorsements', { endorsements: [] })).status).toBe(404);
  });
});

describe('demo kinds and public demos', () => {
  it('200: a kind is added, changed, offered publicly, withdrawn and removed', async () => {
    const { body: kind } = await desk('POST', '/demo-kinds', { name: 'Search', description: 'Find' });
    const id = kind.id as number;
    expect(kind).toMatchObject({ name: 'Search', is_public: false });
    expect(await desk('PUT', `/public-demos/${id}`, offer)).toMatchObject({ status: 200, body: { id, name: 'Search', ...offer } });
    expect((await api.call('GET', '/draft/demos')).body).toMatchObject([{ id, ...offer }]);
    expect(await desk('PUT', `/demo-kinds/${id}`, { name: 'Search 2', description: 'Find' })).toMatchObject({
      status: 200,
      body: { name: 'Search 2', is_public: true },
    });
    expect((await desk('GET', '/demo-kinds')).body).toContainEqual({
      id,
      name: 'Search 2',
      description: 'Find',
      is_public: true,
      version: 2,
    });
    const { body: other } = await desk('POST', '/demo-kinds', { name: 'Not offered', description: 'Kept back' });
    expect((await desk('GET', '/demo-kinds')).body).toContainEqual({ ...other, is_public: false });
    expect((await desk('GET', '/public-demos')).body).toMatchObject([{ id, name: 'Search 2' }]);
    expect(await desk('DELETE', `/public-demos/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect((await desk('DELETE', `/public-demos/${id}`)).status).toBe(404);
    expect(await desk('DELETE', `/demo-kinds/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect((await desk('DELETE', `/demo-kinds/${id}`)).status).toBe(404);
    expect((await desk('PUT', `/demo-kinds/${id}`, { name: 'X', description: 'Y' })).status).toBe(404);
    expect((await desk('PUT', `/public-demos/${id}`, offer)).status).toBe(404);
  });

  it('409: a kind that players use stays', async () => {
    const { kind } = await usedKind();
    expect(await desk('DELETE', `/demo-kinds/${kind.id as number}`)).toMatchObject({ status: 409, body: { code: 'still-in-use' } });
    expect((await desk('GET', '/demo-kinds')).body).toEqual([kind]);
  });
});

describe('playbooks', () => {
  it('200: are added, changed and removed; 409 while somebody follows', async () => {
    const { body: other } = await desk('POST', '/playbooks', { ...playbook, name: 'Other' });
    const { body: added } = await desk('POST', '/playbooks', playbook);
    const path = `/playbooks/${added.id as number}`;
    expect(added).toMatchObject({ ...playbook, followers: 0 });
    const changed = await desk('PUT', path, { ...playbook, name: 'Renamed' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Renamed' } });
    const { body: followed } = await api.call('POST', '/playbooks/player', {
      as: ada,
      body: { playbook_id: added.id as number, role: 'join' },
    });
    expect((await desk('GET', '/playbooks')).body).toMatchObject([
      { name: 'Other', followers: 0 },
      { name: 'Renamed', followers: 1 },
    ]);
    expect((await desk('DELETE', `/playbooks/${other.id as number}`)).status).toBe(200);
    expect(await desk('DELETE', path)).toMatchObject({ status: 409, body: { code: 'still-in-use' } });
    await api.call('DELETE', `/playbooks/player/${followed.id as number}`, { as: ada });
    expect(await desk('DELETE', path)).toMatchObject({ status: 200, body: { name: 'Renamed', followers: 0 } });
    expect((await desk('DELETE', path)).status).toBe(404);
    expect((await desk('PUT', path, playbook)).status).toBe(404);
  });

  it('400: the largest size is not below the smallest', async () => {
    expect((await desk('POST', '/playbooks', { ...playbook, min_size: 5 })).status).toBe(400);
  });
});

describe('projects', () => {
  it('200: are added, changed, removed, and players see them; 404 for none', async () => {
    const project = { name: 'Project', description: 'What it is', url: 'https://example.com' };
    const { body: added } = await desk('POST', '/projects', project);
    const path = `/projects/${added.id as number}`;
    expect((await desk('PUT', path, { ...project, name: 'Renamed' })).body).toMatchObject({ name: 'Renamed' });
    expect((await api.call('GET', '/project/', { as: ada })).body).toEqual([{ id: added.id, ...project, name: 'Renamed' }]);
    expect((await desk('GET', '/projects')).body).toHaveLength(1);
    expect((await desk('DELETE', path)).status).toBe(200);
    expect((await desk('DELETE', path)).status).toBe(404);
    expect((await desk('PUT', path, project)).status).toBe(404);
    expect((await desk('POST', '/projects', { ...project, url: 'javascript:alert(1)' })).status).toBe(400);
  });
});

describe('mails to a peer group', () => {
  const config = parseConfig(apiConfigSchema, { NODE_ENV: 'test' });
  const queueing = {
    config,
    basePath: '/api',
    get database() {
      return api.database;
    },
  };
  const mail = { code: 'self-4e', subject: 'Next season', text: 'It starts soon.' };
  /** A mail that the service itself has begun to queue is left to it: its row is gone once it is done. */
  const untilAllAreQueued = async () => {
    while ((await api.countRows('api.group_mail')) > 0) {
      await queueGroupMails(queueing);
      await api.database.db.execute(sql`select from api.group_mail for update`);
    }
  };

  it('200: reach only members with notifications on, with one-click unsubscribe', async () => {
    const [eve, bob, other] = await Promise.all(['eve', 'bob', 'other'].map((name) => api.identity.addAccount(`${name}@example.com`)));
    for (const as of [eve, bob, other]) await api.call('GET', '/user/profile', { as });
    await api.database.db.execute(sql`update api.member set peer_group_code = 'SELF-4E', notify_opt_in = email <> 'bob@example.com'
      where email in ('eve@example.com', 'bob@example.com')`);
    await api.database.db.execute(sql`update api.member set notify_opt_in = true where email = 'other@example.com'`);
    const headers = { 'idempotency-key': 'one-mail-to-all' };
    expect(await desk('POST', '/mails', mail, headers)).toMatchObject({ status: 200, body: { recipients: 1 } });
    expect(await desk('POST', '/mails', mail, headers)).toMatchObject({ status: 200, body: { recipients: 1 } });
    await untilAllAreQueued();
    const sent = (await api.mails()).filter(({ subject }) => subject === 'Next season');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: 'eve@example.com', headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } });
    const link = /<http:\/\/localhost:8080\/api(\/unsubscribe\/[\w-]+)>/.exec(sent[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect((await api.call('POST', link)).status).toBe(200);
    expect((await desk('POST', '/mails', mail)).body).toEqual({ recipients: 0 });
  });

  it('reach each of many once, whoever queues them', async () => {
    await api.database.db
      .execute(sql`insert into api.member (subject, email, full_name, location, phone, peer_group_code, notify_opt_in, unsubscribe_token)
      select 'subject-' || n, 'p' || n || '@example.com', 'Player', 'Albany', '+12345678901', 'SELF-4E', true, 'token-' || n from generate_series(1, 1100) n`);
    await api.database.db.execute(sql`insert into api.group_mail (code, subject, text) values ('SELF-4E', 'To all', 'It starts soon.')`);
    await Promise.all([queueGroupMails(queueing), queueGroupMails(queueing)]);
    await untilAllAreQueued();
    const { rows } = await api.database.db
      .execute(sql`select count(*)::int, count(distinct mail->>'to')::int as people, bool_and(is_bulk) as "isBulk"
      from platform.outbox where mail->>'subject' = 'To all'`);
    expect(rows).toEqual([{ count: 1100, people: 1100, isBulk: true }]);
    expect(await api.countRows('api.group_mail')).toBe(0);
  });

  it('404: for a group that does not exist', async () => {
    expect((await desk('POST', '/mails', { ...mail, code: 'NOBODY' })).status).toBe(404);
  });
});
