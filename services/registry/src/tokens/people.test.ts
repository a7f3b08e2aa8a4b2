import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Revision } from '@site/release-model/revision';
import { byName, forget, issueTestToken, publish, read, setRules, startTestRegistry, type TestRegistry } from '../testing';
import { findPerson, notePerson } from '../people/person.repository';
import { accessTokenOf } from '../testing-people';
import { endAccess, issuePersonalToken } from './personal-tokens';

const MANAGERS = { groups: ['release-manager'] };
const SOON = new Date(Date.now() + 3_600_000);

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ environments: ['production', 'staging'] });
  for (const name of ['shell', 'mf-a', 'mf-b']) await publish(registry, { name, version: '1.0.0' });
});
afterAll(() => registry.stop());

const ask = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  registry.server.inject({
    ...{ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
const refusal = ({ statusCode, json }: { statusCode: number; json(): { code: string; error: string } }) => [
  statusCode,
  json().code,
  json().error,
];
const newestEntry = async () => (await read(registry, '/audit?limit=1', registry.tokens.admin)).json().entries[0];

const promote = (token: string, expectedRevision: number, release: string, environment = 'production') =>
  ask(token, 'POST', `/environments/${environment}/commands`, {
    ...{ expectedRevision, command: { kind: 'promote', releases: byName(release) } },
  });
const grant = (holder: { kind: string; name: string }, role: string, more: object = {}, token = registry.tokens.admin) =>
  ask(token, 'POST', '/grants', { holder, role, parts: ['*'], ...more });

/** A person with a handle, whom a group of their own makes known. */
async function person(handle: string, groups: string[] = []): Promise<string> {
  const token = accessTokenOf(`subject-of-${handle}`, { groups: ['known', ...groups] });
  await grant({ kind: 'group', name: 'known' }, 'viewer');
  expect((await ask(token, 'PUT', '/whoami/handle', { handle })).statusCode).toBe(200);
  return token;
}

describe('a release manager who is signed in', () => {
  const grace = accessTokenOf('grace', MANAGERS);

  it('is asked for a handle before the first change, and promotes under it', async () => {
    expect((await ask(grace, 'GET', '/whoami')).json()).toMatchObject({
      ...{ kind: 'person', id: null, handle: null, verbs: ['promote', 'approve'], parts: ['*'], environments: ['*'], state: 'valid' },
      ...{ groups: ['release-manager'], teams: [] },
      grants: [
        { holder: { kind: 'group', name: 'release-manager' }, role: 'approver' },
        { holder: { kind: 'group', name: 'release-manager' }, role: 'releaser' },
      ],
    });
    expect(refusal(await promote(grace, 0, 'shell@1.0.0'))).toEqual([403, 'handle-needed', expect.stringContaining('Choose a handle')]);
    expect((await ask(grace, 'PUT', '/whoami/handle', { handle: 'grace' })).json()).toMatchObject({ handle: 'grace', name: 'grace' });
    expect(await newestEntry()).toMatchObject({ actor: 'grace', action: 'choose-handle' });
    const promoted = await promote(grace, 0, 'shell@1.0.0');
    expect([promoted.statusCode, (promoted.json() as Revision).createdBy]).toEqual([201, 'grace']);
  });

  it('keeps the handle, which nobody else takes: no other person and no token', async () => {
    const again = await ask(grace, 'PUT', '/whoami/handle', { handle: 'hopper' });
    expect(refusal(again)).toEqual([409, 'handle-chosen', 'The handle is grace already, and stays so.']);
    const other = accessTokenOf('other', MANAGERS);
    for (const handle of ['Grace', 'local-promote'])
      expect(refusal(await ask(other, 'PUT', '/whoami/handle', { handle }))).toEqual([409, 'handle-taken', expect.any(String)]);
    const request = { name: 'grace', verbs: ['view'], parts: ['*'] };
    expect(refusal(await ask(registry.tokens.admin, 'POST', '/tokens', request))).toEqual([409, 'token-name-taken', expect.any(String)]);
  });

  it('may do what the grants allow and nothing else', async () => {
    for (const [answer, error] of [
      [await ask(grace, 'GET', '/tokens'), 'grace has no grant to manage tokens.'],
      [await grant({ kind: 'person', name: 'grace' }, 'admin', {}, grace), 'grace has no grant to manage tokens.'],
    ] as const) {
      expect(refusal(answer)).toEqual([403, 'forbidden', error]);
      expect(await newestEntry()).toMatchObject({ actor: 'grace', action: 'refused', details: { message: error } });
    }
  });

  it('has the name of the token that the operator made for them', async () => {
    const scope = { verbs: ['promote' as const], parts: ['*'], expiresAt: SOON };
    await issuePersonalToken(registry.database, { subject: 'ada', name: 'ada', ...scope });
    expect((await ask(accessTokenOf('ada', MANAGERS), 'GET', '/whoami')).json()).toMatchObject({ handle: 'ada' });
  });

  it('is refused with the next access token once the group is lost, and with an older one that still has it', async () => {
    const issued = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const before = accessTokenOf('hedy', { ...MANAGERS, issuedAt: issued(-10) });
    expect((await ask(before, 'GET', '/audit')).statusCode).toBe(200);
    const after = accessTokenOf('hedy', { groups: [], issuedAt: issued(-5) });
    for (const token of [after, before]) {
      expect(refusal(await ask(token, 'GET', '/audit'))[0]).toBe(403);
      expect((await ask(token, 'GET', '/whoami')).json()).toMatchObject({ groups: [], grants: [], verbs: [] });
    }
  });
});

describe('somebody whose access the operator ends', () => {
  it('is refused at once, and let in again by a new sign-in', async () => {
    const issued = (seconds: number) => accessTokenOf('hedwig', { ...MANAGERS, issuedAt: new Date(Date.now() + seconds * 1000) });
    const before = issued(-60);
    expect((await ask(before, 'GET', '/whoami')).statusCode).toBe(200);
    await endAccess(registry.database, 'hedwig');
    expect(refusal(await ask(before, 'GET', '/whoami'))).toEqual([401, 'unauthorized', expect.stringContaining('This sign-in has ended')]);
    expect((await ask(issued(60), 'GET', '/whoami')).statusCode).toBe(200);
  });

  it('is refused at once also where the registry has not seen them yet', async () => {
    const issued = (seconds: number) => accessTokenOf('unseen', { ...MANAGERS, issuedAt: new Date(Date.now() + seconds * 1000) });
    const before = issued(-60);
    await endAccess(registry.database, 'unseen');
    expect(refusal(await ask(before, 'GET', '/audit'))).toEqual([401, 'unauthorized', expect.stringContaining('This sign-in has ended')]);
    expect((await ask(issued(60), 'GET', '/whoami')).json()).toMatchObject({ groups: ['release-manager'], verbs: ['promote', 'approve'] });
  });
});

describe('who has no grant', () => {
  const noted = async (subject: string) =>
    (await registry.database.query('select * from registry.people where subject = $1', [subject])).rows;

  it('gets nothing, which is on record, and leaves no trace beside that', async () => {
    const member = accessTokenOf('some-member', { groups: ['staff'] });
    for (const [method, path] of [
      ['GET', '/audit'],
      ['PUT', '/whoami/handle'],
      ['GET', '/environments/production/plans'],
    ] as const) {
      const answer = await ask(member, method, path, method === 'PUT' ? { handle: 'squatter' } : undefined);
      expect(refusal(answer)).toEqual([
        403,
        'forbidden',
        'You are signed in, and nobody has granted you anything here. Ask who manages grants.',
      ]);
    }
    expect(await newestEntry()).toMatchObject({ actor: 'account some-mem', action: 'refused' });
    expect(await noted('some-member')).toEqual([]);
  });

  it('reads of the releases of a part what everybody reads', async () => {
    const { releases } = (await registry.server.inject('/registry/v1/remotes/shell/releases')).json() as { releases: object[] };
    const answer = await ask(accessTokenOf('some-reader', { groups: ['staff'] }), 'GET', '/remotes/shell/releases');
    expect([answer.statusCode, answer.json().releases]).toEqual([200, releases]);
  });

  it('is told so, without a refusal and a trace', async () => {
    const before = await newestEntry();
    const answer = await ask(accessTokenOf('curious', { groups: ['staff'] }), 'GET', '/whoami');
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({
        ...{ kind: 'person', name: 'account curious', handle: null, groups: ['staff'], teams: [], grants: [] },
        ...{ verbs: [], parts: [], environments: [] },
      }),
    ]);
    expect(await newestEntry()).toEqual(before);
    expect(await noted('curious')).toEqual([]);
  });

  it('is not noted when they come again after the operator has ended their access', async () => {
    await endAccess(registry.database, 'former');
    await ask(accessTokenOf('former', { groups: ['staff'], issuedAt: SOON }), 'GET', '/whoami');
    expect(await noted('former')).toMatchObject([{ groups: [], seen_at: null }]);
  });

  it('and an access token that is none, or where none are taken, is refused', async () => {
    expect(refusal(await ask('not.an.access-token', 'GET', '/whoami'))).toEqual([401, 'unauthorized', expect.stringContaining('Sign in')]);
  });
});

describe('a grant', () => {
  it('is for its role, its parts and its environments, and two do not add up to a third', async () => {
    const token = await person('lise');
    await grant({ kind: 'person', name: 'lise' }, 'releaser', { parts: ['mf-a'], environments: ['staging'] });
    await grant({ kind: 'person', name: 'lise' }, 'releaser', { parts: ['mf-b'], environments: ['production'] });
    await grant({ kind: 'person', name: 'lise' }, 'publisher', { parts: ['shell'] });
    for (const [release, environment, error] of [
      ['mf-a@1.0.0', 'production', 'lise has no grant for this that covers mf-a.'],
      ['mf-b@1.0.0', 'staging', 'lise has no grant for this that covers mf-b.'],
      ['shell@1.0.0', 'staging', 'lise has no grant for this that covers shell.'],
    ] as const)
      expect(refusal(await promote(token, 0, release, environment))).toEqual([403, 'forbidden', error]);
    const allowed = await promote(token, 1, 'mf-b@1.0.0');
    expect([allowed.statusCode, allowed.json().createdBy]).toEqual([201, 'lise']);
  });

  it('is worth nothing from the moment when it is revoked', async () => {
    const token = await person('emmy');
    const { id } = (await grant({ kind: 'person', name: 'emmy' }, 'admin')).json();
    expect((await ask(token, 'GET', '/tokens')).statusCode).toBe(200);
    const revoked = await ask(registry.tokens.admin, 'DELETE', `/grants/${id}`);
    expect(revoked.json()).toMatchObject({ state: 'revoked', holder: { kind: 'person', name: 'emmy' } });
    expect(await newestEntry()).toMatchObject({ actor: 'local-admin', action: 'revoke-grant', subject: 'person emmy' });
    expect(refusal(await ask(token, 'GET', '/tokens'))).toEqual([403, 'forbidden', 'emmy has no grant to manage tokens.']);
  });

  it('is given by nobody who has less', async () => {
    const token = await person('rosa');
    await grant({ kind: 'person', name: 'rosa' }, 'admin', { parts: ['mf-a'], environments: ['staging'], expiresInDays: 10 });
    const to = { kind: 'group', name: 'team-a' };
    const scope = { parts: ['mf-a'], environments: ['staging'] };
    for (const [role, more, error] of [
      ['releaser', { ...scope, parts: ['mf-b'] }, 'rosa has no grant for this that covers mf-b.'],
      ['viewer', { ...scope, parts: ['*'] }, 'rosa has no grant for this that covers every part.'],
      ['releaser', { parts: ['mf-a'] }, 'rosa has no grant for this that covers every environment.'],
      ['releaser', { ...scope, environments: ['production'] }, 'rosa has no grant for this that covers the environment production.'],
      ['admin', scope, expect.stringContaining('What manages tokens ends before the grant of who gives it')],
      ['admin', { ...scope, expiresInDays: 11 }, expect.stringContaining('What manages tokens ends before')],
    ] as const)
      expect(refusal(await grant(to, role, more, token))).toEqual([403, 'forbidden', error]);
    expect((await grant(to, 'admin', { ...scope, expiresInDays: 9 }, token)).statusCode).toBe(201);
    const wide = (await grant({ kind: 'group', name: 'wide' }, 'viewer')).json();
    expect(refusal(await ask(token, 'DELETE', `/grants/${wide.id}`))[0]).toBe(403);
  });

  it('is not given twice either where both end after the same days, but where one ends later', async () => {
    const give = (expiresInDays?: number) => grant({ kind: 'group', name: 'for-a-while' }, 'viewer', { expiresInDays });
    const once = await Promise.all([give(9), give(9)]);
    expect(once.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const later = [await give(9), await give(10), await give(), await give()];
    expect(later.map(({ statusCode }) => statusCode)).toEqual([409, 201, 201, 409]);
  });

  it('is not given twice, nor to a person or a team that there is not, nor where there is no environment', async () => {
    const to = { kind: 'group', name: 'twice' };
    const first = await grant(to, 'publisher', { parts: ['mf-a', 'mf-b'] });
    expect([first.statusCode, first.json().createdBy]).toEqual([201, 'local-admin']);
    const answers = [
      await grant(to, 'publisher', { parts: ['mf-b', 'mf-a'] }),
      await grant({ kind: 'person', name: 'nobody' }, 'viewer'),
      await grant({ kind: 'team', name: 'nobody' }, 'viewer'),
      await grant(to, 'viewer', { environments: ['mars'] }),
      await ask(registry.tokens.admin, 'DELETE', '/grants/00000000-0000-4000-8000-000000000000'),
    ];
    expect(answers.map((answer) => answer.json().code)).toEqual([
      ...['grant-exists', 'person-not-found', 'team-not-found', 'environment-not-found', 'grant-not-found'],
    ]);
  });

  it.each([
    ['grp \u001b[2J', 'Remove the characters that cannot be shown'],
    [' ', 'Name a group, a team or a person, in up to 128 characters'],
  ])('is not given to %j', async (name, message) => {
    const answer = await grant({ kind: 'group', name }, 'viewer');
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { details: { issues: [{ path: '/holder/name', message }] } }]);
  });
});

describe('a team', () => {
  const member = (method: 'PUT' | 'DELETE', team: string, handle: string, token = registry.tokens.admin) =>
    ask(token, method, `/teams/${team}/members/${handle}`);

  it('has members, and passes its grants on to them for as long as they are', async () => {
    const token = await person('joan');
    const made = await ask(registry.tokens.admin, 'POST', '/teams', { name: 'team' });
    expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({ name: 'team', members: [] })]);
    await grant({ kind: 'team', name: 'team' }, 'publisher', { parts: ['mf-a'] });
    expect((await member('PUT', 'team', 'joan')).json().members).toEqual(['joan']);
    expect(await newestEntry()).toMatchObject({ action: 'add-member', subject: 'team', details: { member: 'joan' } });
    expect((await ask(token, 'GET', '/whoami')).json()).toMatchObject({ teams: ['team'], verbs: expect.arrayContaining(['publish']) });
    expect((await member('DELETE', 'team', 'joan')).json().members).toEqual([]);
    expect((await ask(token, 'GET', '/whoami')).json()).toMatchObject({ teams: [], verbs: ['view'] });
  });

  it('owns the parts whose releases name it', async () => {
    const [{ team }] = (await read(registry, '/remotes')).json().remotes;
    await ask(registry.tokens.admin, 'POST', '/teams', { name: team });
    const listed = (await read(registry, '/teams')).json().teams as { name: string; parts: string[] }[];
    expect(listed.find(({ name }) => name === team)?.parts.length).toBeGreaterThan(0);
    expect((await read(registry, `/teams/${team}`)).json().name).toBe(team);
  });

  it('is joined by nobody through an admin who has less than it', async () => {
    const token = await person('mary');
    await grant({ kind: 'person', name: 'mary' }, 'admin', { parts: ['mf-a'] });
    await ask(token, 'POST', '/teams', { name: 'mighty' });
    expect((await member('PUT', 'mighty', 'mary', token)).statusCode).toBe(200);
    expect((await member('DELETE', 'mighty', 'mary', token)).statusCode).toBe(200);
    await grant({ kind: 'team', name: 'mighty' }, 'releaser');
    for (const method of ['PUT', 'DELETE'] as const)
      expect(refusal(await member(method, 'mighty', 'mary', token))).toEqual([
        403,
        'forbidden',
        'mary has no grant for this that covers every part.',
      ]);
  });

  it('is refused twice under one name, without one, and with members whom nobody knows', async () => {
    await ask(registry.tokens.admin, 'POST', '/teams', { name: 'once' });
    const answers = [
      await ask(registry.tokens.admin, 'POST', '/teams', { name: 'once' }),
      await ask(registry.tokens.admin, 'POST', '/teams', { name: 'no name' }),
      await member('PUT', 'once', 'nobody'),
      await member('PUT', 'never', 'nobody'),
      await ask(registry.tokens.promote, 'POST', '/teams', { name: 'mine' }),
    ];
    expect(answers.map((answer) => answer.json().code)).toEqual([
      ...['team-exists', 'invalid-request', 'person-not-found', 'team-not-found', 'forbidden'],
    ]);
  });
});

describe('where changes need an approval', () => {
  beforeAll(async () => {
    await forget(registry);
    await promote(registry.tokens.promote, 0, 'shell@1.0.0');
    await setRules(registry, { approvals: 1 });
  });
  const propose = async (token: string, release: string) =>
    (
      await ask(token, 'POST', '/environments/production/proposals', {
        ...{ command: { kind: 'promote', releases: byName(release) }, reason: 'It is time.' },
      })
    ).json();
  const approve = (token: string, id: number) => ask(token, 'POST', `/proposals/${id}/approve`, {});

  it('a person counts once, with a token and signed in', async () => {
    const signedIn = await person('katherine', MANAGERS.groups);
    const scope = { verbs: ['promote' as const], parts: ['*'], expiresAt: SOON };
    const token = await issuePersonalToken(registry.database, { subject: 'subject-of-katherine', name: 'katherine', ...scope });
    await setRules(registry, { approvals: 2 });
    for (const [author, approver] of [
      [signedIn, token],
      [token, signedIn],
    ] as const) {
      const { id } = await propose(author, 'mf-a@1.0.0');
      expect(refusal(await approve(approver, id))).toEqual([403, 'approval-of-own', expect.any(String)]);
    }
    const { id } = await propose(registry.tokens.promote, 'mf-a@1.0.0');
    expect((await approve(signedIn, id)).statusCode).toBe(200);
    expect(refusal(await approve(token, id))).toEqual([409, 'approval-given', expect.any(String)]);
    await setRules(registry, { approvals: 1 });
  });

  it('an approver approves, and does nothing else', async () => {
    const token = await person('dorothy');
    await grant({ kind: 'person', name: 'dorothy' }, 'approver', { parts: ['mf-a'] });
    expect(refusal(await promote(token, 1, 'mf-a@1.0.0'))).toEqual([403, 'forbidden', 'dorothy has no grant to promote or manage tokens.']);
    const other = await propose(registry.tokens.promote, 'mf-b@1.0.0');
    expect(refusal(await approve(token, other.id))).toEqual([403, 'forbidden', 'dorothy has no grant for this that covers mf-b.']);
    const { id } = await propose(registry.tokens.promote, 'mf-a@1.0.0');
    expect((await approve(token, id)).json()).toMatchObject({ state: 'carried-out', approvals: [{ by: 'dorothy' }] });
  });

  it('a releaser who is no approver does not approve', async () => {
    const token = await person('annie');
    await grant({ kind: 'person', name: 'annie' }, 'releaser');
    const { id } = await propose(registry.tokens.promote, 'mf-b@1.0.0');
    expect(refusal(await approve(token, id))).toEqual([403, 'forbidden', 'annie has no grant to approve.']);
  });

  it('what a person has proposed is not carried out when their grant is gone by then', async () => {
    const token = await person('chien');
    const { id: gone } = (await grant({ kind: 'person', name: 'chien' }, 'releaser')).json();
    const { id } = await propose(token, 'mf-b@1.0.0');
    await ask(registry.tokens.admin, 'DELETE', `/grants/${gone}`);
    expect(refusal(await approve(registry.tokens.promote, id))).toEqual([403, 'forbidden', 'chien has no grant to promote.']);
  });
});

it('what a token of before an access ended says is not noted, however late it comes, and what a new one says is', async () => {
  const { database } = registry;
  await endAccess(database, 'mallory');
  const groupsAfter = async (seconds: number) => {
    const at = new Date(Date.now() + seconds * 1_000);
    await notePerson(database.db, 'mallory', { groups: MANAGERS.groups, groupsAt: at, issuedAt: at });
    return (await findPerson(database.db, 'mallory'))?.groups;
  };
  expect([await groupsAfter(-60), await groupsAfter(60)]).toEqual([[], MANAGERS.groups]);
});

it('a token to approve does nothing else', async () => {
  const token = await issueTestToken(registry, 'approver', ['approve'], ['*']);
  expect(refusal(await promote(token, 2, 'mf-b@1.0.0'))).toEqual([
    403,
    'forbidden',
    'This token does not allow to promote or manage tokens.',
  ]);
});
