/** One call of each kind that the API and the administration of accounts know, each turn about somebody else. */
import { SELF_CODE } from '@site/contracts/api/self-code';
import { readSecurityLog } from '@site/identity/security/security-log';
import { createOutboxWorker } from '@site/platform/outbox';
import { silentLogger } from '@site/platform/logging';
import type { Programme } from './programme';
import { emailOf, type Size, subjectOf, unsubscribeTokenOf } from './seed-programme';

export interface Call {
  name: string;
  /** As the document of the API calls it, such as `GET /desk/members`; null for what is no call of it. */
  operation: string | null;
  /** Rows of one table that it may read in one go: more than a page, its counts and what belongs to it where it tells how many there are. */
  mostRows: number;
  /** Makes ready what the call needs, and is not measured. @returns The call. @throws Error when it is refused. */
  prepare(turn: number): Promise<() => Promise<unknown>>;
}

interface Request {
  url?: string;
  body?: object;
}

type Caller = 'visitor' | 'member' | 'staff';

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PERSON = { phone: '+12125550100', location: 'Albany, New York' };
const DEMO = { url: 'https://example.com/new', description: 'What was built' };
const PROFILE = { notify_opt_in: true, profile_visibility: 'sharable', goals: { 'elevate-1': true }, goals_personal: {} };
const PLAYBOOK = {
  ...{ name: 'New', description_1: 'One', description_2: 'Two', description_3: 'Three' },
  ...{ min_size: 1, max_size: 2, memberLevel: 'Player', needs_subscription: false, needs_rank: false, is_listed: true },
};
const OFFER = { description_2: 'Two', vertical: 'Any', status: 'Live', sponsored: false, is_meta_demo: false };
const PAGE_ROWS = 1_000;
/** What the desk writes by its address: the table with its versions, and the column that the address names. */
const VERSIONED: Record<string, string> = {
  members: 'member where subject',
  'player-demos': 'player_demo where id',
  messages: 'contact_message where id',
  'peer-groups': 'peer_group where code',
  playbooks: 'playbook where id',
  'demo-kinds': 'demo_kind where id',
  'public-demos': 'public_demo where id',
  projects: 'project where id',
};
/** Far apart, so that what is read is in the memory of the database by chance only. */
const STRIDE = 7919;

export function programmeCalls(programme: Programme, size: Size): Call[] {
  const { server, database, identityAdmin } = programme;
  const memberIn = (turn: number) => 2 + ((turn * STRIDE) % (size.members - 2));
  const authorization = {
    visitor: () => undefined,
    member: (turn: number) => programme.authorizationOf(memberIn(turn)),
    staff: () => programme.authorizationOf(1),
  };

  /** Says in which version staff have seen what a call writes. */
  async function precondition(method: string, url: string): Promise<{ 'if-match'?: string }> {
    const [, at, resource = '', key] = url.split('/');
    if (method === 'GET' || at !== 'desk' || key === undefined) return {};
    if (resource === 'accounts') {
      const headers = { authorization: await authorization.staff() };
      const { version } = (await server.inject({ url: `/api/desk/accounts/${key}`, headers })).json<{ version: string }>();
      return { 'if-match': `"${version}"` };
    }
    const table = VERSIONED[resource];
    if (table === undefined) return {};
    const { rows } = await database.query<{ version: number }>(`select version from api.${table} = '${key}'`);
    return { 'if-match': `"${rows[0]?.version ?? 0}"` };
  }

  async function send(method: string, url: string, as: Caller, turn: number, body?: object) {
    const authorized = await authorization[as](turn);
    const headers = { ...(authorized !== undefined && { authorization: authorized }), ...(await precondition(method, url)) };
    return async () => {
      const answer = await server.inject({
        method: method as 'GET',
        url: `/api${url}`,
        headers,
        ...(body && { payload: body }),
      });
      if (answer.statusCode !== 200) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      return answer.headers['content-type']?.toString().startsWith('application/json') ? answer.json<{ id: number }>() : null;
    };
  }

  /** A call of the API. `of` says where it goes and what it carries; without an address it goes to that of the operation. */
  const call = (operation: string, as: Caller, of: (turn: number) => Request | Promise<Request> = () => ({}), about = ''): Call => ({
    name: about ? `${operation}, ${about}` : operation,
    operation,
    mostRows: PAGE_ROWS,
    async prepare(turn) {
      const [method = '', path = ''] = operation.split(' ');
      const { url = path, body } = await of(turn);
      return send(method, url, as, turn, body);
    },
  });
  const search = (path: string, about: string, parameters: (turn: number) => Record<string, string>) =>
    call(`GET ${path}`, 'staff', (turn) => ({ url: `${path}?${new URLSearchParams(parameters(turn))}` }), about);
  /** The id of what a call makes. */
  const made = async (method: string, url: string, as: Caller, turn: number, body: object) =>
    (await (await send(method, url, as, turn, body))())?.id ?? 0;
  const admin = (name: string, of: (turn: number) => Promise<unknown>): Call => ({
    name,
    operation: null,
    mostRows: PAGE_ROWS,
    prepare: async (turn) => () => of(turn),
  });
  const newKind = (turn: number) => made('POST', '/desk/demo-kinds', 'staff', turn, { name: 'New', description: 'New' });
  const firstDemoOf = (turn: number) => 1 + (memberIn(turn) - 1) * size.demos;
  const message = (turn: number) => 1 + ((turn * STRIDE) % size.messages);
  const mail = { code: 'G0', subject: 'News', text: 'All of it' };
  const nextMail: Call = {
    name: 'mails: the next one, of many that wait',
    operation: null,
    mostRows: PAGE_ROWS,
    prepare: async () => {
      const transport = { send: async () => void worker.stop(), close: () => undefined };
      const worker = createOutboxWorker({ ...{ database, transport }, logger: silentLogger(), domain: 'example.com' });
      return () => worker.sendDue();
    },
  };

  return [
    call('GET /bot-check/challenge', 'visitor', () => ({ url: '/bot-check/challenge?action=contact' })),
    call('POST /contact', 'visitor', async (turn) => ({
      body: {
        ...PERSON,
        goal: 'other',
        name: 'Ada',
        email: `new.${turn}@example.com`,
        message: 'How do you do?',
        recaptchaToken: await programme.botToken('contact'),
      },
    })),
    call('POST /signup', 'visitor', async (turn) => ({
      body: {
        ...PERSON,
        full_name: 'Ada',
        email: emailOf(memberIn(turn)),
        code: SELF_CODE,
        has_accepted_privacy: true,
        has_accepted_terms: true,
        recaptchaToken: await programme.botToken('signup'),
      },
    })),
    call('GET /draft/demos', 'visitor'),
    call('GET /draft/playbooks', 'visitor'),
    call('GET /draft/playbook/{id}', 'visitor', () => ({ url: '/draft/playbook/1' })),
    call('GET /project/', 'member'),
    call('GET /unsubscribe/{token}', 'visitor', (turn) => ({ url: `/unsubscribe/${unsubscribeTokenOf(memberIn(turn))}` })),
    call('POST /unsubscribe/{token}', 'visitor', (turn) => ({ url: `/unsubscribe/${unsubscribeTokenOf(memberIn(turn))}` })),

    call('GET /user/session', 'member'),
    call('GET /user/profile', 'member'),
    call('PUT /user/profile', 'member', () => ({ body: PROFILE })),
    call('PUT /user/profile/photo', 'member', () => ({ body: { img_type: 'png', img_base64_data: PICTURE } })),
    call('GET /photos/{file}', 'visitor', async (turn) => {
      const answer = await (await send('PUT', '/user/profile/photo', 'member', turn, { img_type: 'png', img_base64_data: PICTURE }))();
      return { url: (answer as unknown as { profile_photo_url: string }).profile_photo_url.replace('/api', '') };
    }),
    call('GET /user/draft/playbooks', 'member'),
    call('GET /user/draft/playbook/{id}', 'member', () => ({ url: '/user/draft/playbook/1' })),
    call('GET /demos/player', 'member'),
    call('POST /demos/player', 'member', () => ({ body: { demo_kind_id: 1, ...DEMO } })),
    call('PUT /demos/player/{id}', 'member', (turn) => ({ url: `/demos/player/${firstDemoOf(turn)}`, body: DEMO })),
    call('DELETE /demos/player/{id}', 'member', async (turn) => ({
      url: `/demos/player/${await made('POST', '/demos/player', 'member', turn, { demo_kind_id: 1, ...DEMO })}`,
    })),
    call('GET /playbooks/player', 'member'),
    call('POST /playbooks/player', 'member', () => ({ body: { playbook_id: 1, role: 'join' } })),
    call('PUT /playbooks/player/{id}', 'member', async (turn) => ({
      url: `/playbooks/player/${await made('POST', '/playbooks/player', 'member', turn, { playbook_id: 1, role: 'join' })}`,
      body: { role: 'produce' },
    })),
    call('DELETE /playbooks/player/{id}', 'member', async (turn) => ({
      url: `/playbooks/player/${await made('POST', '/playbooks/player', 'member', turn, { playbook_id: 1, role: 'join' })}`,
    })),
    call('GET /user/export', 'member'),
    call('POST /user/deletion', 'member', () => ({ body: {} })),
    call('DELETE /user/deletion', 'member'),

    search('/desk/members', 'the first', () => ({})),
    search('/desk/members', 'further on', (turn) => ({ after: subjectOf(memberIn(turn)) })),
    search('/desk/members', 'by rank', () => ({ order: 'rank' })),
    search('/desk/members', 'by rank, further on', (turn) => ({ order: 'rank', after: subjectOf(memberIn(turn)) })),
    search('/desk/members', 'of a group', (turn) => ({ code: `G${turn % Math.round(size.members / 500)}` })),
    search('/desk/members', 'of the largest group, by rank', (turn) => ({
      code: SELF_CODE,
      order: 'rank',
      after: subjectOf(memberIn(turn)),
    })),
    search('/desk/members', 'with a subscription', () => ({ subscription: 'active' })),
    search('/desk/members', 'with a subscription, by rank', (turn) => ({
      subscription: 'active',
      order: 'rank',
      after: subjectOf(memberIn(turn)),
    })),
    search('/desk/members', 'one address', (turn) => ({ search: emailOf(memberIn(turn)) })),
    search('/desk/members', 'a name that many have', () => ({ search: 'Grace' })),
    search('/desk/members', 'a name that nobody has', () => ({ search: 'Nobody Atall' })),
    search('/desk/members', 'two letters that many have, by rank', () => ({ search: 'gr', order: 'rank' })),
    call('GET /desk/members/{id}', 'staff', (turn) => ({ url: `/desk/members/${subjectOf(memberIn(turn))}` })),
    call('PUT /desk/members/{id}', 'staff', (turn) => ({
      url: `/desk/members/${subjectOf(memberIn(turn))}`,
      body: { tessera_rank: 3, subscription_until: null, code: SELF_CODE },
    })),
    call('PUT /desk/player-demos/{id}/endorsements', 'staff', (turn) => ({
      url: `/desk/player-demos/${firstDemoOf(turn)}/endorsements`,
      body: { endorsements: ['Clear start'] },
    })),
    call('GET /desk/accounts/{id}', 'staff', (turn) => ({ url: `/desk/accounts/${subjectOf(memberIn(turn))}` })),
    call('PUT /desk/accounts/{id}/groups', 'staff', (turn) => ({
      url: `/desk/accounts/${subjectOf(memberIn(turn))}/groups`,
      body: { groups: [] },
    })),
    call('POST /desk/accounts/{id}/{act}', 'staff', (turn) => ({ url: `/desk/accounts/${subjectOf(memberIn(turn))}/enable` })),
    search('/desk/signups', 'the first', () => ({})),
    search('/desk/signups', 'further on', (turn) => ({ before: String(memberIn(turn)) })),
    search('/desk/erasures', 'the first', () => ({})),
    search('/desk/erasures', 'further on', (turn) => ({ after: subjectOf(7 + 100 * (turn % 20)) })),
    search('/desk/messages', 'the first', () => ({})),
    search('/desk/messages', 'new ones, further on', (turn) => ({ status: 'new', before: String(message(turn)) })),
    call('PUT /desk/messages/{id}', 'staff', (turn) => ({
      url: `/desk/messages/${message(turn)}`,
      body: { status: 'closed', assigned: true },
    })),
    call('POST /desk/messages/{id}/answers', 'staff', (turn) => ({
      url: `/desk/messages/${message(turn)}/answers`,
      body: { text: 'It works like this.' },
    })),
    search('/desk/events', 'the first', () => ({})),
    search('/desk/events', 'of one of the staff, further on', (turn) => ({ actor: subjectOf(1), before: String(memberIn(turn)) })),
    search('/desk/events', 'of one act about a member', (turn) => ({ act: 'member.save', target: subjectOf(memberIn(turn)) })),
    call('POST /desk/mails/preview', 'staff', () => ({ body: mail })),
    {
      ...call('POST /desk/mails/preview', 'staff', () => ({ body: { ...mail, code: SELF_CODE } }), 'to the largest group'),
      mostRows: size.members,
    },
    call('POST /desk/mails', 'staff', (turn) => ({ body: { ...mail, subject: `News ${turn}` } })),
    call('GET /desk/peer-groups', 'staff'),
    call('GET /desk/peer-group-names', 'staff'),
    call('POST /desk/peer-groups', 'staff', (turn) => ({ body: { code: `N${Date.now().toString(36).slice(-6)}${turn}`, name: 'New' } })),
    call('PUT /desk/peer-groups/{code}', 'staff', () => ({
      url: `/desk/peer-groups/${SELF_CODE}`,
      body: { name: 'Self-sponsored', is_open: true },
    })),
    call('GET /desk/playbooks', 'staff'),
    call('POST /desk/playbooks', 'staff', () => ({ body: PLAYBOOK })),
    call('PUT /desk/playbooks/{id}', 'staff', () => ({ url: '/desk/playbooks/1', body: PLAYBOOK })),
    call('DELETE /desk/playbooks/{id}', 'staff', async (turn) => ({
      url: `/desk/playbooks/${await made('POST', '/desk/playbooks', 'staff', turn, PLAYBOOK)}`,
    })),
    call('GET /desk/demo-kinds', 'staff'),
    call('POST /desk/demo-kinds', 'staff', () => ({ body: { name: 'New', description: 'New' } })),
    call('PUT /desk/demo-kinds/{id}', 'staff', () => ({ url: '/desk/demo-kinds/1', body: { name: 'Saved', description: 'Saved' } })),
    call('DELETE /desk/demo-kinds/{id}', 'staff', async (turn) => ({ url: `/desk/demo-kinds/${await newKind(turn)}` })),
    call('GET /desk/public-demos', 'staff'),
    call('PUT /desk/public-demos/{id}', 'staff', () => ({ url: '/desk/public-demos/1', body: OFFER })),
    call('DELETE /desk/public-demos/{id}', 'staff', async (turn) => {
      const id = await newKind(turn);
      await (
        await send('PUT', `/desk/public-demos/${id}`, 'staff', turn, OFFER)
      )();
      return { url: `/desk/public-demos/${id}` };
    }),
    call('GET /desk/projects', 'staff'),
    call('POST /desk/projects', 'staff', () => ({ body: { name: 'New', description: 'New', url: 'https://example.com' } })),
    call('PUT /desk/projects/{id}', 'staff', () => ({
      url: '/desk/projects/1',
      body: { name: 'Saved', description: 'Saved', url: 'https://example.com' },
    })),
    call('DELETE /desk/projects/{id}', 'staff', async (turn) => ({
      url: `/desk/projects/${await made('POST', '/desk/projects', 'staff', turn, { name: 'New', description: 'New', url: 'https://example.com' })}`,
    })),

    admin('accounts: one', (turn) => identityAdmin.getUser(subjectOf(memberIn(turn)))),
    admin('accounts: by address', (turn) => identityAdmin.findUserByEmail(emailOf(memberIn(turn)))),
    admin('accounts: those of groups', () => identityAdmin.listUsersInGroups(['staff', 'release-manager'])),
    admin('accounts: groups', (turn) => identityAdmin.changeGroups(subjectOf(memberIn(turn)), { remove: ['staff'] })),
    admin('accounts: disable', (turn) => identityAdmin.disable(subjectOf(memberIn(turn + 1000)))),
    admin('accounts: enable', (turn) => identityAdmin.enable(subjectOf(memberIn(turn + 1000)))),
    admin('accounts: second factor off', (turn) => identityAdmin.resetSecondFactor(subjectOf(memberIn(turn + 2000)))),
    admin('accounts: remove', (turn) => identityAdmin.deleteUser(subjectOf(memberIn(turn + 3000)))),
    admin('security log of one account', (turn) => readSecurityLog(database.db, { sub: subjectOf(memberIn(turn)), limit: 50 })),
    admin('security log of all', () => readSecurityLog(database.db, { limit: 50 })),
    nextMail,
    // Last: what it leaves to a worker goes on for a while.
    {
      ...call(
        'POST /desk/mails',
        'staff',
        async (turn) => {
          await database.query('delete from api.group_mail');
          return { body: { ...mail, code: SELF_CODE, subject: `News ${turn}` } };
        },
        'to the largest group',
      ),
      mostRows: size.members,
    },
  ];
}
