import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeskEvent } from '@site/contracts/api/desk-events';
import { silentLogger } from '@site/platform/logging';
import { sql } from 'drizzle-orm';
import { apiConfigSchema } from '../config';
import { eraseDueAccounts } from '../privacy/erasure';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import { deskCaller, seenVersion } from '../testing/desk-caller';
import type { TestAccount } from '../testing/test-identity';

let api: TestApi;
let staff: TestAccount;
let ada: TestAccount;
beforeAll(async () => {
  api = await createTestApi();
  staff = await api.identity.addAccount('staff@example.com', { groups: ['staff'] });
  ada = await api.identity.addAccount('ada@example.com');
});
beforeEach(async () => {
  await api.database.db.execute(
    sql`truncate api.member, api.contact_message, api.demo_kind, api.playbook, api.project, api.desk_event, platform.outbox cascade`,
  );
  await api.database.db.execute(sql`delete from api.erased_member`);
  await api.call('GET', '/user/profile', { as: ada });
});
afterAll(() => api.close());

const desk = deskCaller(
  () => api,
  () => staff,
);
const ofVersion = (version: number | string) => ({ 'if-match': `"${version}"` });
const events = async (query = '') => (await desk('GET', `/events${query}`)).body as DeskEvent[];

/** What exists and can be saved again: its address, how it is, and another content. */
async function written(): Promise<[string, { version: number }, object][]> {
  const project = { name: 'Project', description: 'What it is', url: 'https://example.com' };
  const kind = { name: 'Kind', description: 'Of demo' };
  const texts = { name: 'Playbook', description_1: 'One', description_2: 'Two', description_3: 'Three', memberLevel: 'Player' };
  const playbook = { ...texts, min_size: 2, max_size: 4, needs_subscription: false, needs_rank: false, is_listed: true };
  const offer = { description_2: 'More', vertical: 'Data', status: 'Open', sponsored: true, is_meta_demo: false };
  await api.database.db.execute(sql`insert into api.contact_message (goal, name, email, phone, message)
    values ('other', 'Sender', 'sender@example.com', '+12345678901', 'Hello')`);
  const { body: added } = await desk('POST', '/projects', project);
  const { body: book } = await desk('POST', '/playbooks', playbook);
  const { body: one } = await desk('POST', '/demo-kinds', kind);
  const { body: offered } = await desk('PUT', `/public-demos/${one.id}`, offer);
  const demo = { demo_kind_id: one.id as number, url: 'https://example.com', description: 'Mine' };
  const { body: mine } = await api.call('POST', '/demos/player', { as: ada, body: demo });
  const { body: groups } = await desk('GET', '/peer-groups');
  const { body: messages } = await desk('GET', '/messages');
  const { body: member } = await desk('GET', `/members/${ada.subject}`);
  return [
    [`/projects/${added.id}`, added, { ...project, name: 'Other' }],
    [`/playbooks/${book.id}`, book, { ...playbook, name: 'Other' }],
    [`/demo-kinds/${one.id}`, one, { ...kind, name: 'Other' }],
    [`/public-demos/${one.id}`, offered, { ...offer, status: 'Closed' }],
    [`/player-demos/${mine.id}/endorsements`, member.demos[0], { endorsements: ['Clear'] }],
    [`/peer-groups/SELF-4E`, groups[0], { name: 'Self-sponsored', is_open: true }],
    [`/messages/${messages[0].id}`, messages[0], { status: 'in-progress', assigned: true }],
    [`/members/${ada.subject}`, member, { tessera_rank: 2, subscription_until: null }],
  ];
}

describe('two who edit the same thing', () => {
  it('412: the second is told, and nothing of the first is overwritten, whatever it is', async () => {
    for (const [path, { version }, body] of await written()) {
      expect([path, (await desk('PUT', path, body, ofVersion(version))).status]).toEqual([path, 200]);
      const kept = await events();
      const second = await desk('PUT', path, body, ofVersion(version));
      expect([path, second.status, second.body.code]).toEqual([path, 412, 'changed-meanwhile']);
      expect([path, (await events()).length]).toEqual([path, kept.length]);
    }
  });

  it('412: what was changed is not removed by whoever has not seen it, and of two at once one is told', async () => {
    const [[path, { version }, body]] = (await written()) as [[string, { version: number }, object]];
    const both = await Promise.all([1, 2].map(() => desk('PUT', path, body, ofVersion(version))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await desk('DELETE', path, undefined, ofVersion(version))).status).toBe(412);
    expect((await desk('DELETE', path, undefined, ofVersion(version + 1))).status).toBe(200);
  });

  it('412: a demo that its player has changed meanwhile is not endorsed by whoever has not seen it', async () => {
    const [path, { version }, body] = (await written()).find(([one]) => one.startsWith('/player-demos/'))!;
    const [, , id] = path.split('/');
    const changed = { url: 'https://example.com/other', description: 'Another' };
    expect((await api.call('PUT', `/demos/player/${id}`, { as: ada, body: changed })).status).toBe(200);
    expect((await desk('PUT', path, body, ofVersion(version))).status).toBe(412);
    const { body: member } = await desk('GET', `/members/${ada.subject}`);
    expect((await desk('PUT', path, body, ofVersion(member.demos[0].version))).body).toMatchObject({ ...changed, endorsements: ['Clear'] });
  });

  it('412: what is offered publicly meanwhile is not written over by whoever saw no offer', async () => {
    const { body: kind } = await desk('POST', '/demo-kinds', { name: 'Kind', description: 'Of demo' });
    const offer = { description_2: 'More', vertical: 'Data', status: 'Open', sponsored: true, is_meta_demo: false };
    expect((await desk('PUT', `/public-demos/${kind.id}`, offer, ofVersion(0))).status).toBe(200);
    expect((await desk('PUT', `/public-demos/${kind.id}`, offer, ofVersion(0))).status).toBe(412);
  });
});

describe('a write of what exists', () => {
  type Write = [method: string, route: string, path: string, body?: object];
  /** One for each route that needs a version. What is removed comes last. */
  async function writes(): Promise<Write[]> {
    const saves = (await written()).map(([path, , body]): Write => ['PUT', path.replace(/^(\/[^/]+)\/[^/]+/, '$1/{}'), path, body]);
    const at = (resource: string) => saves.find(([, route]) => route.startsWith(`/${resource}/`))![2];
    const bob = await api.identity.addAccount('bob@example.com');
    const account = `/accounts/${bob.subject}`;
    return [
      ...saves,
      ['POST', '/messages/{}/answers', `${at('messages')}/answers`, { text: 'Yes' }],
      ['PUT', '/accounts/{}/groups', `${account}/groups`, { groups: ['staff'] }],
      ['POST', '/accounts/{}/{}', `${account}/disable`],
      ...['public-demos', 'projects', 'playbooks'].map((one): Write => ['DELETE', `/${one}/{}`, at(one)]),
      ['DELETE', '/demo-kinds/{}', `/demo-kinds/${(await desk('POST', '/demo-kinds', { name: 'Unused', description: 'Kind' })).body.id}`],
    ];
  }

  it('428 without the version that was seen, 412 with another one: nothing is changed, and nothing is in the events', async () => {
    const { paths } = (await api.call('GET', '/openapi.json')).body as { paths: Record<string, Record<string, object>> };
    const needing = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => JSON.stringify(operation).includes('"428"'))
        .map(([method]) => `${method.toUpperCase()} ${path.replace('/desk', '').replace(/\{\w+\}/g, '{}')}`),
    );
    const all = await writes();
    expect(all.map(([method, route]) => `${method} ${route}`).sort()).toEqual(needing.sort());
    const everything = async () => {
      const tables = [
        'member',
        'contact_message',
        'demo_kind',
        'public_demo',
        'playbook',
        'project',
        'peer_group',
        'player_demo',
        'message_answer',
        'desk_event',
      ];
      const rows = tables.map((table) => api.database.query(`select * from api.${table} order by 1`));
      return [(await Promise.all(rows)).map((answer) => answer.rows), [...api.identity.users.entries()], await api.mails()];
    };
    for (const [method, , path, body] of all) {
      const before = await everything();
      const write = (headers: Record<string, string>) =>
        api.call(method, `/desk${path}`, { as: staff, headers, ...(body !== undefined && { body }) });
      const refused: [Record<string, string>, number, string][] = [
        [{}, 428, 'version-required'],
        [{ 'if-match': '*' }, 428, 'version-required'],
        [{ 'if-match': '' }, 428, 'version-required'],
        [ofVersion('before'), 412, 'changed-meanwhile'],
        [{ 'if-match': `W/"${await seenVersion(api, `/desk${path}`, staff)}"` }, 412, 'changed-meanwhile'],
      ];
      for (const [headers, status, code] of refused) {
        expect([method, path, headers, await write(headers)]).toMatchObject([method, path, headers, { status, body: { code } }]);
      }
      expect([method, path, await everything()]).toEqual([method, path, before]);
      expect([method, path, (await desk(method, path, body)).status]).toEqual([method, path, 200]);
      expect([method, path, (await events()).length]).toEqual([method, path, (before[0] as unknown[][])[9]!.length + 1]);
    }
  });
});

describe('every write', () => {
  it('leaves an event with who, what, before and after, and a refused one leaves none', async () => {
    const project = { name: 'Project', description: 'What it is', url: 'https://example.com' };
    const { body: added } = await desk('POST', '/projects', project);
    await desk('PUT', `/projects/${added.id}`, { ...project, name: 'Renamed' });
    await desk('PUT', `/projects/${added.id}`, { ...project, url: 'javascript:alert(1)' });
    await desk('DELETE', `/projects/${added.id}`);
    await desk('DELETE', `/projects/${added.id}`);
    const who = { actor: staff.subject, by: 'Ada Byron', target: String(added.id), at: expect.stringMatching(/Z$/) };
    expect(await events()).toMatchObject([
      { ...who, act: 'project.remove', before: { ...project, name: 'Renamed' }, after: null },
      { ...who, act: 'project.save', before: { name: 'Project' }, after: { name: 'Renamed' } },
      { ...who, act: 'project.add', before: null, after: { id: added.id, ...project } },
    ]);
    expect(await events('?act=project.save')).toHaveLength(1);
    expect(await events(`?target=${added.id}&actor=${staff.subject}`)).toHaveLength(3);
    expect(await events('?actor=nobody')).toEqual([]);
    const [newest] = await events();
    expect(await events(`?before=${newest?.id}`)).toHaveLength(2);
  });

  it('is in the events, for each route that writes', async () => {
    for (const [path, , body] of await written()) await desk('PUT', path, body);
    const writes = api.routes.filter(({ path, method }) => path.startsWith('/desk/') && method !== 'GET' && path !== '/desk/mails/preview');
    const kinds = new Set(writes.map(({ path }) => path.split('/')[2]));
    const acts = new Set((await events()).map(({ act }) => act.split('.')[0]));
    expect(acts).toEqual(new Set(['project', 'playbook', 'demo-kind', 'public-demo', 'demo', 'peer-group', 'message', 'member']));
    expect(kinds.size).toBe(acts.size + ['accounts', 'mails'].length);
  });

  it('about a member who is erased says no more about whom, or what', async () => {
    await desk('PUT', `/members/${ada.subject}`, { tessera_rank: 2, subscription_until: null });
    await api.database.db.execute(sql`update api.member set deletion_due_at = now() - interval '1 day'`);
    const services = { database: api.database, identityAdmin: api.identity.admin, logger: silentLogger() };
    await eraseDueAccounts({ ...services, config: apiConfigSchema.parse({ NODE_ENV: 'test' }), deletePhoto: () => Promise.resolve() });
    ada = await api.identity.addAccount('ada@example.com');
    expect(await events()).toMatchObject([{ act: 'member.save', actor: staff.subject, target: null, before: null, after: null }]);
    const { rows } = await api.database.db.execute(sql`select count(*)::int as count from api.desk_event where member is not null`);
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('messages', () => {
  it('200: are taken and given back, and answered by mail, once for each version', async () => {
    const entries = await written();
    const [path, { version }] = entries[6] as [string, { version: number }, object];
    const taken = await desk('PUT', path, { status: 'in-progress', assigned: true });
    expect(taken.body).toMatchObject({ status: 'in-progress', assigned_to: { id: staff.subject, name: 'Ada Byron' }, answers: [] });
    expect((await desk('POST', `${path}/answers`, { text: 'Late' }, ofVersion(version))).status).toBe(412);
    const answered = await desk('POST', `${path}/answers`, { text: 'Yes,\nit is.' }, ofVersion(taken.body.version as number));
    expect(answered.body).toMatchObject({ status: 'answered', answers: [{ text: 'Yes,\nit is.', by: 'Ada Byron' }] });
    expect((await desk('POST', `${path}/answers`, { text: 'Yes,\nit is.' }, ofVersion(taken.body.version as number))).status).toBe(412);
    expect((await desk('PUT', path, { status: 'closed', assigned: false })).body).toMatchObject({ status: 'closed', assigned_to: null });
    const mails = (await api.mails()).filter(({ to }) => to === 'sender@example.com');
    expect(mails).toMatchObject([{ replyTo: 'hello@example.com', text: expect.stringContaining('Yes,\nit is.\n\n--\nYou wrote') }]);
    expect((await desk('POST', '/messages/999999/answers', { text: 'Yes' })).status).toBe(404);
    expect((await desk('POST', `${path}/answers`, { text: ' ' })).status).toBe(400);
    expect(JSON.stringify(await events())).not.toMatch(/sender@|it is\.|Hello/);
  });
});
