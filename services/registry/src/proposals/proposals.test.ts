import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rules } from '@site/release-model/rules';
import { eq } from 'drizzle-orm';
import { tokens } from '../tables';
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
  versions,
} from '../testing';
import { accessTokenOf } from '../testing-people';
import { revokeTokenNamed } from '../tokens/manage-tokens';

const NOON = Date.parse('2026-06-03T12:00:00Z');
const DAY_MS = 86_400_000;

let now = NOON;
let registry: TestRegistry;
/** Secrets of people with a token for all parts, and of a team. */
const secret: Record<string, string> = {};

beforeAll(async () => {
  registry = await startTestRegistry({ now: () => new Date(now) });
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await publish(registry, { name: 'shell', version });
  for (const version of ['1.0.0', '1.0.1']) await publish(registry, { name: 'mf-a', version });
  for (const name of ['ada', 'bob', 'cyd']) secret[name] = await issueTestToken(registry, name, ['promote'], ['*']);
  secret.admin = await issueTestToken(registry, 'eve', ['promote', 'admin'], ['*']);
  secret.team = await issueTestToken(registry, 'team-a', ['promote'], ['mf-a']);
});
beforeEach(async () => {
  now = NOON;
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  await setRules(registry, { approvals: 1 });
});
afterAll(() => registry.stop());

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, by: string, payload: object = {}) =>
  registry.server.inject({
    method,
    url: `/registry/v1${path}`,
    headers: { authorization: `Bearer ${secret[by] ?? by}` },
    payload,
  });
const post = (path: string, by: string, payload: object = {}) => send('POST', path, by, payload);

const propose = (by: string, release: string, more: object = {}) =>
  post('/environments/production/proposals', by, {
    command: { kind: 'promote', releases: byName(release) },
    reason: 'The new header.',
    ...more,
  });
const proposed = async (by: string, release = 'shell@1.0.1'): Promise<number> => (await propose(by, release)).json().id;
const review = (verb: 'approve' | 'reject' | 'withdraw', id: number, by: string, payload: object = {}) =>
  post(`/proposals/${id}/${verb}`, by, payload);
const refusal = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const proposal = async (id: number) => (await read(registry, `/proposals/${id}`)).json();
const audited = async (): Promise<{ actor: string; action: string; details: Record<string, unknown> | null }[]> =>
  (await read(registry, '/audit')).json().entries;

describe('a command that needs approval', () => {
  it('is refused, as a dry run too, with how to propose it', async () => {
    const command = { kind: 'promote' as const, releases: byName('shell@1.0.1') };
    for (const answer of [await sendCommand(registry, 1, command), await sendCommand(registry, 1, command, { dryRun: true })]) {
      expect(refusal(answer)).toEqual([403, 'approval-needed']);
      expect(answer.json()).toMatchObject({
        error: 'In production this needs the approval of one other person. Propose the command, with a reason, and ask them to approve it.',
        details: { approvals: 1, propose: '/environments/production/proposals' },
      });
    }
  });

  it('is carried out with the last approval, in the name of its author, and the history has who approved it', async () => {
    await setRules(registry, { approvals: 2 });
    const answer = await propose('ada', 'shell@1.0.1');
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json();
    expect(answer.json()).toMatchObject({
      ...{ environment: 'production', state: 'open', proposedBy: 'ada', reason: 'The new header.', fromRevision: 1 },
      ...{ approvalsNeeded: 2, approvals: [], closed: null, revision: null, expiresAt: '2026-06-10T12:00:00.000Z' },
      changes: [{ name: 'shell', field: 'stable', from: '1.0.0', to: '1.0.1' }],
    });
    expect((await review('approve', id, 'bob', { reason: 'Looks good.' })).json()).toMatchObject({ state: 'open' });
    expect((await current(registry)).number).toBe(1);

    expect((await review('approve', id, 'cyd')).json()).toMatchObject({
      ...{ state: 'carried-out', revision: 2, closed: { by: 'cyd' } },
      approvals: [
        { by: 'bob', reason: 'Looks good.' },
        { by: 'cyd', reason: null },
      ],
    });
    const live = await current(registry);
    expect(live).toMatchObject({ number: 2, createdBy: 'ada', reason: 'The new header.', approvedBy: ['bob', 'cyd'] });
    const [newest] = (await read(registry, '/environments/production/revisions')).json().revisions;
    expect(newest).toMatchObject({ number: 2, approvedBy: ['bob', 'cyd'] });
    const entries = (await audited()).map(({ actor, action }) => `${actor} ${action}`);
    expect(entries.slice(0, 4)).toEqual(['ada promote', 'cyd approve', 'bob approve', 'ada propose']);
  });

  it('is not carried out by an approval that was not told of that: it is refused, and does not count', async () => {
    await setRules(registry, { approvals: 2 });
    const id = await proposed('ada');
    const unaware = { carryOut: false };
    expect((await review('approve', id, 'bob', unaware)).json()).toMatchObject({ state: 'open' });
    expect(refusal(await review('approve', id, 'cyd', unaware))).toEqual([409, 'last-approval']);
    expect((await current(registry)).number).toBe(1);
    expect(await proposal(id)).toMatchObject({ state: 'open', approvals: [{ by: 'bob' }] });
    expect((await audited()).filter(({ action }) => action === 'approve').map(({ actor }) => actor)).toEqual(['bob']);

    expect((await review('approve', id, 'cyd')).json()).toMatchObject({ state: 'carried-out', revision: 2 });
  });

  it('is decided when it is proposed: what would be refused is refused at once', async () => {
    expect(refusal(await propose('ada', 'shell@9.9.9'))).toEqual([404, 'release-not-found']);
    expect(refusal(await propose('ada', 'shell@1.0.0'))).toEqual([409, 'nothing-changes']);
    expect(refusal(await propose('ada', 'shell@1.0.1', { expectedRevision: 7 }))).toEqual([409, 'revision-conflict']);
    expect(refusal(await propose('team', 'shell@1.0.1'))).toEqual([403, 'forbidden']);
    expect(refusal(await propose('ada', 'shell@1.0.1', { reason: undefined }))).toEqual([400, 'invalid-request']);
    expect(refusal(await propose(registry.tokens.publish, 'shell@1.0.1'))).toEqual([403, 'forbidden']);
    expect((await read(registry, '/proposals?state=open')).json()).toEqual({ proposals: [] });
  });

  it('is not one that takes something bad away, and such a command is not proposed', async () => {
    const takesAway = { command: { kind: 'disable', parts: ['mf-a'], message: 'Back soon.' } };
    expect(refusal(await propose('ada', '', takesAway))).toEqual([409, 'approval-not-needed']);
    const answer = await sendCommand(registry, 1, { kind: 'disable', parts: ['mf-a'], message: 'Back soon.' });
    expect([answer.statusCode, answer.json().approvedBy]).toEqual([201, []]);
  });
});

describe('an approval', () => {
  it('is not of the author', async () => {
    const id = await proposed('ada');
    expect(refusal(await review('approve', id, 'ada'))).toEqual([403, 'approval-of-own']);
    expect(refusal(await review('reject', id, 'ada'))).toEqual([403, 'approval-of-own']);
  });

  it('is not of the author with another token of theirs', async () => {
    const second = await issueTestToken(registry, 'second-of-ada', ['promote'], ['*']);
    const whose = (name: string) => registry.database.db.update(tokens).set({ subject: 'account-of-ada' }).where(eq(tokens.name, name));
    await whose('ada');
    const id = await proposed('ada');
    expect((await review('approve', id, 'bob')).statusCode).toBe(200);
    const next = await proposed('ada', 'shell@1.0.2');
    await whose('second-of-ada');
    expect(refusal(await review('approve', next, second))).toEqual([403, 'approval-of-own']);
  });

  it('is counted once for each person, whoever sends it', async () => {
    await setRules(registry, { approvals: 2 });
    const id = await proposed('ada');
    expect((await review('approve', id, 'bob')).statusCode).toBe(200);
    expect(refusal(await review('approve', id, 'bob', { by: 'cyd' }))).toEqual([409, 'approval-given']);
    expect((await proposal(id)).approvals).toEqual([expect.objectContaining({ by: 'bob' })]);
  });

  it('by somebody who has approved before carries out a proposal that has all it needs since the rules were lowered', async () => {
    await setRules(registry, { approvals: 2 });
    const id = await proposed('ada');
    expect((await review('approve', id, 'bob')).json().state).toBe('open');
    await setRules(registry, { approvals: 1 });
    expect(refusal(await review('approve', id, 'bob', { carryOut: false }))).toEqual([409, 'last-approval']);
    const { state, approvals } = (await review('approve', id, 'bob')).json();
    expect([state, approvals.map(({ by }: { by: string }) => by)]).toEqual(['carried-out', ['bob']]);
    expect(await current(registry)).toMatchObject({ number: 2, createdBy: 'ada', approvedBy: ['bob'] });
  });

  it('comes from who may promote all that the proposal touches, there', async () => {
    secret.elsewhere = await issueTestToken(registry, 'elsewhere', ['promote'], ['*'], { environments: ['staging'] });
    const id = await proposed('ada');
    for (const by of ['team', 'elsewhere', registry.tokens.publish, registry.tokens.admin])
      expect(refusal(await review('approve', id, by))).toEqual([403, 'forbidden']);
    const own = await proposed('ada', 'mf-a@1.0.1');
    expect((await review('approve', own, 'team')).json().state).toBe('carried-out');
  });

  it('that would carry out what cannot be is refused, and does not count', async () => {
    const id = await proposed('ada');
    await setRules(registry, { approvals: 1, freezes: [{ from: '2026-06-03T00:00:00Z', to: '2026-06-04T00:00:00Z', reason: 'fair' }] });
    expect(refusal(await review('approve', id, 'bob'))).toEqual([423, 'environment-frozen']);
    expect(await proposal(id)).toMatchObject({ state: 'open', approvals: [] });
    expect(refusal(await review('approve', id, 'bob', { force: true, reason: 'Urgent.' }))).toEqual([403, 'forbidden']);
    expect(refusal(await review('approve', id, 'admin', { force: true }))).toEqual([422, 'reason-needed']);
    expect((await review('approve', id, 'admin', { force: true, reason: 'Urgent.' })).json()).toMatchObject({ state: 'carried-out' });
    expect((await audited())[0]).toMatchObject({ actor: 'ada', action: 'promote', details: { forced: true, approvedBy: ['eve'] } });
  });
});

describe('a proposal', () => {
  it('is listed while it is open, for those who may view', async () => {
    const [first, second] = [await proposed('ada'), await proposed('bob', 'mf-a@1.0.1')];
    const ids = async (query: string) =>
      (await read(registry, `/proposals${query}`)).json().proposals.map(({ id }: { id: number }) => id) as number[];
    expect(await ids('?state=open')).toEqual([second, first]);
    await review('reject', first, 'bob');
    expect(await ids('?state=open&environment=production')).toEqual([second]);
    expect(await ids('?environment=staging')).toEqual([]);
    expect(await ids(`?before=${second}`)).toEqual([first]);
    expect(await ids(`?before=${first}`)).toEqual([]);
    expect((await registry.server.inject('/registry/v1/proposals')).statusCode).toBe(401);
    for (const wrong of ['state=done', 'before=0', 'before=last'])
      expect((await read(registry, `/proposals?${wrong}`)).statusCode).toBe(400);
  });

  it('that was rejected is not approved any more', async () => {
    const id = await proposed('ada');
    expect((await review('reject', id, 'bob', { reason: 'Not today.' })).json()).toMatchObject({
      state: 'rejected',
      closed: { by: 'bob', reason: 'Not today.' },
    });
    const answer = await review('approve', id, 'cyd');
    expect([...refusal(answer), answer.json().error]).toEqual([409, 'proposal-closed', 'bob has rejected the proposal.']);
    expect((await current(registry)).number).toBe(1);
  });

  it('is withdrawn by its author only', async () => {
    const id = await proposed('ada');
    expect(refusal(await review('withdraw', id, 'bob'))).toEqual([403, 'proposal-of-other']);
    expect((await review('withdraw', id, 'ada')).json()).toMatchObject({ state: 'withdrawn', closed: { by: 'ada' } });
    expect(refusal(await review('withdraw', id, 'ada'))).toEqual([409, 'proposal-closed']);
  });

  it('is stale if what it touches was changed meanwhile, and says how', async () => {
    const [stale, other] = [await proposed('ada'), await proposed('bob', 'mf-a@1.0.1')];
    await setRules(registry, {});
    await promote(registry, 1, 'shell@1.0.2');
    await setRules(registry, { approvals: 1 });
    const answer = await review('approve', stale, 'bob');
    expect(refusal(answer)).toEqual([409, 'proposal-stale']);
    expect(answer.json().details).toEqual({ changes: [{ name: 'shell', field: 'stable', from: '1.0.0', to: '1.0.2' }] });
    expect((await proposal(stale)).state).toBe('stale');
    expect(refusal(await review('approve', stale, 'cyd'))).toEqual([409, 'proposal-closed']);

    expect((await review('approve', other, 'ada')).json()).toMatchObject({ state: 'carried-out', revision: 3 });
    expect(versions(await current(registry))).toEqual({ shell: '1.0.2', 'mf-a': '1.0.1' });
  });

  it('is said to be stale, and not to await its last approval, to who was not told that theirs carries it out', async () => {
    const id = await proposed('ada');
    await setRules(registry, {});
    await promote(registry, 1, 'shell@1.0.2');
    await setRules(registry, { approvals: 1 });
    expect(refusal(await review('approve', id, 'bob', { carryOut: false }))).toEqual([409, 'proposal-stale']);
    expect((await proposal(id)).state).toBe('stale');
  });

  it('applies again after what came between was taken back', async () => {
    const id = await proposed('ada');
    await setRules(registry, {});
    await promote(registry, 1, 'shell@1.0.2');
    await rollBack(registry, 2);
    await setRules(registry, { approvals: 1 });
    expect((await review('approve', id, 'bob')).json()).toMatchObject({ state: 'carried-out', revision: 4 });
  });

  it('expires after seven days', async () => {
    const id = await proposed('ada');
    now += 7 * DAY_MS - 1;
    expect((await proposal(id)).state).toBe('open');
    now += 1;
    expect((await proposal(id)).state).toBe('expired');
    expect(refusal(await review('approve', id, 'bob'))).toEqual([409, 'proposal-closed']);
    expect((await read(registry, '/proposals?state=open')).json().proposals).toEqual([]);
    expect((await read(registry, '/proposals?state=expired')).json().proposals).toHaveLength(1);
  });

  it('is not carried out once the token of its author was revoked', async () => {
    secret.dan = await issueTestToken(registry, 'dan', ['promote'], ['*']);
    const id = await proposed('dan');
    await revokeTokenNamed(registry.database, 'dan', 'test');
    const answer = await review('approve', id, 'bob');
    expect([...refusal(answer), answer.json().error]).toEqual([
      409,
      'proposal-author-gone',
      'The token of dan, which made the proposal, is not valid any more. Propose it anew.',
    ]);
    expect((await proposal(id)).approvals).toEqual([]);
  });

  it('is neither approved nor carried out once the grant of a group was revoked: the one of its author, or of who approves', async () => {
    const grantGroup = async (name: string): Promise<string> =>
      (await post('/grants', 'eve', { holder: { kind: 'group', name }, role: 'releaser', parts: ['*'] })).json().id;
    const person = async (handle: string, group: string): Promise<void> => {
      secret[handle] = accessTokenOf(`subject-of-${handle}`, { groups: [group] });
      const answer = await send('PUT', '/whoami/handle', handle, { handle });
      expect(answer.statusCode).toBe(200);
    };
    secret.eve = secret.admin!;
    const [authors, approvers] = [await grantGroup('authors'), await grantGroup('approvers')];
    await person('grace', 'authors');
    await person('hopper', 'approvers');
    const id = await proposed('grace');

    await send('DELETE', `/grants/${approvers}`, 'eve');
    const unfit = await review('approve', id, 'hopper');
    expect([...refusal(unfit), unfit.json().error]).toEqual([
      403,
      'forbidden',
      'You are signed in, and nobody has granted you anything here. Ask who manages grants.',
    ]);

    await send('DELETE', `/grants/${authors}`, 'eve');
    const orphaned = await review('approve', id, 'bob');
    expect([...refusal(orphaned), orphaned.json().error]).toEqual([
      409,
      'proposal-author-gone',
      'grace, who made the proposal, is not known to have a grant any more. Propose it anew.',
    ]);
    expect(await proposal(id)).toMatchObject({ state: 'open', approvals: [] });
    expect((await current(registry)).number).toBe(1);
  });

  it('that there is not is not found', async () => {
    expect(refusal(await review('approve', 4_711, 'bob'))).toEqual([404, 'proposal-not-found']);
    expect((await review('approve', 0, 'bob')).statusCode).toBe(400);
  });
});

it.each<[string, Partial<Rules>, string]>([
  ['raised', { approvals: 2 }, 'open'],
  ['lowered', { approvals: 0 }, 'carried-out'],
])('the rules of the moment count: %s ones', async (_what, rules, state) => {
  const id = await proposed('ada');
  await setRules(registry, rules);
  expect((await review('approve', id, 'bob')).json().state).toBe(state);
});
