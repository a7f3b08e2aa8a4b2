import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openTarget, trust } from '@site/release-model/envelope';
import type { AuditEntry } from '@site/release-model/registry-answers';
import type { Revision } from '@site/release-model/revision';
import {
  byName,
  countRows,
  current,
  forget,
  issueTestToken,
  promote,
  publish,
  read,
  rollBack,
  sendCommand,
  startTestRegistry,
  type TestRegistry,
  versions,
} from '../testing';

const base = '/registry/v1/environments/production';

let registry: TestRegistry;
const promoteFirst = () => promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0', 'mf-b@1.0.0');
const get = (path: string) => registry.server.inject(`${base}${path}`);

beforeAll(async () => {
  registry = await startTestRegistry();
  const page = (path: string) => [{ path, page: './page', title: 'Page', access: 'public' as const }];
  const react = { react: { range: '^19.0.0', singleton: true } };
  await publish(registry, { name: 'shell', version: '1.0.0', provides: { react: '19.2.9' } });
  await publish(registry, { name: 'shell', version: '2.0.0', provides: { react: '20.0.0' } });
  await publish(registry, { name: 'mf-a', version: '1.0.0', routes: page('/a/:id'), requires: react });
  for (const version of ['1.0.1', '1.0.2', '1.0.3']) await publish(registry, { name: 'mf-a', version, routes: page('/a/:id') });
  await publish(registry, { name: 'mf-b', version: '1.0.0', routes: page('/b') });
  await publish(registry, { name: 'mf-b', version: '1.0.1', routes: page('/b') });
  await publish(registry, { name: 'mf-b', version: '2.0.0', routes: page('/a/:other?') });
  await publish(registry, { name: 'mf-c', version: '1.0.0', requires: { redux: { range: '^5.0.0', singleton: true } } });
});
beforeEach(() => forget(registry));
afterAll(() => registry.stop());

describe('a promotion', () => {
  it('of nothing yet: revision and target answer 404 with a code, and there is nothing to roll back', async () => {
    for (const path of ['/revisions/current', '/target']) {
      const answer = await get(path);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'no-revision']);
    }
    const answer = await rollBack(registry, 0);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'nothing-to-roll-back']);
  });

  it('without a shell is refused', async () => {
    const answer = await promote(registry, 0, 'mf-a@1.0.0');
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'shell-missing']);
  });

  it('makes revision 1 live, for everybody who asks', async () => {
    const answer = await promoteFirst();
    expect(answer.statusCode).toBe(201);
    const revision = await current(registry);
    expect(answer.json()).toEqual({ ...revision, endsPlans: [] });
    expect(revision).toMatchObject({ number: 1, epoch: 1, cause: 'promote', restores: null, createdBy: 'local-promote', reason: null });
    expect(revision.changes).toContainEqual({ name: 'mf-a', field: 'stable', from: null, to: '1.0.0' });
    expect(versions(revision)).toEqual({ shell: '1.0.0', 'mf-a': '1.0.0', 'mf-b': '1.0.0' });
    expect((await get('/revisions/1')).json()).toEqual(revision);
    expect((await get('')).json()).toMatchObject({ name: 'production', epoch: 1, revision: 1, lock: null });
  });

  it('appends a target that is signed, names releases by id, and follows the one before by its hash', async () => {
    await promoteFirst();
    const first = await get('/target');
    const opened = openTarget(first.json(), trust(registry.signingKey), 'production');
    const revision = await current(registry);
    expect(opened).toEqual(revision.target);
    expect(opened).toMatchObject({ number: 1, previousHash: null, params: registry.params.defaults });
    const release = (await registry.server.inject('/registry/v1/remotes/mf-a/releases/1.0.0')).json();
    expect(opened.parts['mf-a']?.stable).toEqual({ version: '1.0.0', id: release.id });
    expect(first.headers.etag).toBe(`"${revision.hash}"`);
    // A proxy on the way may make a tag weak.
    for (const etag of [first.headers.etag, `W/${String(first.headers.etag)}`]) {
      const again = await registry.server.inject({ url: `${base}/target`, headers: { 'if-none-match': String(etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }

    const second = (await promote(registry, 1, 'mf-a@1.0.1')).json() as Revision;
    expect(second.target.previousHash).toBe(revision.hash);
    const keys = (await get('')).json().publicKeys as { pem: string }[];
    expect(keys.map(({ pem }) => pem)).toEqual([expect.stringContaining('BEGIN PUBLIC KEY')]);
  });

  it('falls back to the last good release: never to one that was fixed', async () => {
    await promoteFirst();
    const fallback = async () => (await current(registry)).target.parts['mf-a']?.fallback?.version;
    expect(await fallback()).toBeUndefined();
    await promote(registry, 1, 'mf-a@1.0.1');
    expect(await fallback()).toBe('1.0.0');
    const fix = await sendCommand(registry, 2, { kind: 'promote', releases: byName('mf-a@1.0.2'), fixes: true });
    expect([fix.statusCode, await fallback()]).toEqual([201, '1.0.0']);
    await promote(registry, 3, 'mf-a@1.0.3');
    expect(await fallback()).toBe('1.0.2');
  });

  it('with an outdated expectation is refused, and told what changed since', async () => {
    await promoteFirst();
    const answer = await promote(registry, 0, 'mf-a@1.0.1');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'revision-conflict']);
    expect(answer.json().details).toMatchObject({
      expected: 0,
      current: 1,
      since: [
        {
          number: 1,
          cause: 'promote',
          createdBy: 'local-promote',
          changes: expect.arrayContaining([{ name: 'shell', field: 'stable', from: null, to: '1.0.0' }]),
        },
      ],
    });
  });

  it.each([
    ['an unknown release', 'mf-a@7.7.7', 404, 'release-not-found'],
    ['what is live already', 'mf-a@1.0.0', 409, 'nothing-changes'],
    ['a path that another remote owns', 'mf-b@2.0.0', 422, 'path-owned-twice'],
    ['a shell that lacks what a remote needs', 'shell@2.0.0', 422, 'shared-module-unmet'],
    ['a remote that needs what the shell lacks', 'mf-c@1.0.0', 422, 'shared-module-unmet'],
  ])('of %s is refused', async (_what, release, status, code) => {
    await promoteFirst();
    const answer = await promote(registry, 1, release);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect((await current(registry)).number).toBe(1);
  });

  it('names the offender of an unmet shared module', async () => {
    await promoteFirst();
    const { error, details } = (await promote(registry, 1, 'shell@2.0.0')).json();
    expect(error).toBe('mf-a@1.0.0 needs react ^19.0.0; shell@2.0.0 provides 20.0.0. Promote a shell and remotes that fit together.');
    expect(details).toEqual({ remote: 'mf-a', version: '1.0.0', module: 'react', range: '^19.0.0', provided: '20.0.0', shell: '2.0.0' });
  });

  it('in an unknown environment: 404', async () => {
    const url = '/registry/v1/environments/moon/revisions/current';
    const answers = [
      await registry.server.inject(url),
      await registry.server.inject({ url, headers: { authorization: 'Bearer nobody' } }),
      await registry.server.inject({ url, headers: { authorization: `Bearer ${registry.tokens.edge}` } }),
    ];
    // Which there are is told to who may ask for them.
    const unknown = { code: 'environment-not-found', error: 'There is no environment moon.' };
    const named = { ...unknown, error: 'There is no environment moon. These there are: production.' };
    expect(answers.map((answer) => answer.json())).toMatchObject([unknown, unknown, named]);
    expect(answers.map((answer) => answer.json().details)).toEqual([undefined, undefined, { environments: ['production'] }]);
  });
});

describe('the store is asked before a release goes live', () => {
  it('and while it does not answer, nothing changes', async () => {
    const stat = jest.spyOn(registry.storage, 'stat').mockRejectedValue(new Error('connect ECONNREFUSED'));
    const answer = await promote(registry, 0, 'shell@1.0.0');
    stat.mockRestore();
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'service-unavailable',
        error: "The registry's store of releases does not answer. Nothing was changed.",
      }),
    ]);
    expect(await countRows(registry, 'revisions')).toBe(0);
  });

  it('and while it hangs, promotions are refused in time and a rollback arrives', async () => {
    await promoteFirst();
    await promote(registry, 1, 'mf-a@1.0.1');
    const stat = jest.spyOn(registry.storage, 'stat').mockReturnValue(new Promise(() => undefined));
    const began = Date.now();
    const [promoted, rolledBack] = await Promise.all([promote(registry, 2, 'mf-b@1.0.1'), rollBack(registry, 2)]);
    stat.mockRestore();
    expect([promoted.statusCode, promoted.json().code, rolledBack.statusCode]).toEqual([503, 'service-unavailable', 201]);
    expect(Date.now() - began).toBeLessThan(30_000);
    expect(versions(await current(registry))).toMatchObject({ 'mf-a': '1.0.0', 'mf-b': '1.0.0' });
  });

  it.each([
    ['is gone', async (key: string) => registry.storage.delete(key)],
    ['has another size', async (key: string) => registry.storage.put(key, Buffer.from('x'))],
  ])('and a release of which a file %s is refused, also as a candidate', async (_what, spoil) => {
    const key = 'releases/mf-b/1.0.1/v/remoteEntry.js';
    const bytes = (await registry.storage.get(key)) ?? Buffer.alloc(0);
    await promoteFirst();
    await spoil(key);
    const answers = [
      await promote(registry, 1, 'mf-b@1.0.1'),
      await sendCommand(registry, 1, { kind: 'canary', releases: byName('mf-b@1.0.1'), basisPoints: 500 }),
    ];
    await registry.storage.put(key, bytes);
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'release-incomplete']);
      expect(answer.json().details).toEqual({ name: 'mf-b', version: '1.0.1', files: ['v/remoteEntry.js'] });
    }
    expect((await promote(registry, 1, 'mf-b@1.0.1')).statusCode).toBe(201);
  });
});

describe('every command', () => {
  it('shows a candidate to a share, raises it for the same cohort, and takes it back', async () => {
    await promoteFirst();
    const canary = (expected: number, basisPoints: number) =>
      sendCommand(registry, expected, { kind: 'canary', releases: byName('mf-a@1.0.1'), basisPoints });
    const shown = (await canary(1, 500)).json() as Revision;
    expect(shown).toMatchObject({
      number: 2,
      cause: 'canary',
      changes: [{ name: 'mf-a', field: 'candidate', from: null, to: '1.0.1 at 5%' }],
    });
    const raised = (await canary(2, 2_500)).json() as Revision;
    const candidate = ({ target }: Revision) => target.parts['mf-a']?.candidate;
    expect(candidate(raised)).toEqual({ ...candidate(shown), basisPoints: 2_500 });
    expect((await canary(3, 10_001)).statusCode).toBe(400);
    const ended = await sendCommand(registry, 3, { kind: 'end-canary', parts: ['mf-a'] });
    expect([ended.statusCode, candidate(ended.json() as Revision)]).toEqual([201, null]);
    expect((await sendCommand(registry, 4, { kind: 'end-canary', parts: ['mf-a'] })).json().code).toBe('candidate-not-live');
  });

  it('switches parts off and on, and takes them off the site', async () => {
    await promoteFirst();
    const off = await sendCommand(registry, 1, { kind: 'disable', parts: ['mf-a'], message: 'Back at noon.' });
    expect((off.json() as Revision).target.parts['mf-a']?.disabled).toEqual({ message: 'Back at noon.' });
    const on = await sendCommand(registry, 2, { kind: 'enable', parts: ['mf-a'] });
    expect((on.json() as Revision).target.parts['mf-a']?.disabled).toBeNull();
    const retired = await sendCommand(registry, 3, { kind: 'retire', parts: ['mf-b'] });
    expect(versions(retired.json() as Revision)).toEqual({ shell: '1.0.0', 'mf-a': '1.0.0' });
    expect((await sendCommand(registry, 4, { kind: 'disable', parts: ['mf-b'], message: 'x' })).json().code).toBe('part-not-live');
    expect((await sendCommand(registry, 4, { kind: 'retire', parts: ['shell'] })).json().code).toBe('shell-missing');
  });

  it('sets the policy, and opens an epoch that does not name the target before', async () => {
    await promoteFirst();
    const policy = await sendCommand(registry, 1, { kind: 'policy', policy: { openTabs: 'notice' } });
    expect((policy.json() as Revision).target.policy).toEqual({ openTabs: 'notice' });
    const epoch = (await sendCommand(registry, 2, { kind: 'epoch' })).json() as Revision;
    expect(epoch).toMatchObject({ number: 3, epoch: 2, target: { epoch: 2, number: 3, previousHash: null } });
    expect((await get('')).json()).toMatchObject({ epoch: 2, revision: 3 });
  });

  it('has a documented form', async () => {
    for (const command of [{ kind: 'promote', releases: {} }, { kind: 'explode' }, { kind: 'promote', releases: { 'mf-a': 'latest' } }]) {
      expect((await sendCommand(registry, 0, command as never)).statusCode).toBe(400);
    }
  });

  it('needs a token that allows to promote', async () => {
    await promoteFirst();
    const answers = await Promise.all(
      [registry.tokens.publish, registry.tokens.edge, 'none'].map((token) =>
        promote({ ...registry, tokens: { ...registry.tokens, promote: token } }, 1, 'mf-a@1.0.1'),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401]);
  });

  it('is refused for a part that the token does not cover, also when only a rollback would change it', async () => {
    await promoteFirst();
    const token = await issueTestToken(registry, `team-a-${Date.now()}`, ['promote'], ['mf-a']);
    const send = (expected: number, command: Parameters<typeof sendCommand>[2]) => sendCommand(registry, expected, command, { token });
    expect((await send(1, { kind: 'promote', releases: byName('mf-a@1.0.1') })).statusCode).toBe(201);
    for (const command of [
      { kind: 'promote' as const, releases: byName('mf-a@1.0.2', 'mf-b@1.0.1') },
      { kind: 'canary' as const, releases: byName('mf-b@1.0.1'), basisPoints: 100 },
      { kind: 'disable' as const, parts: ['mf-b'], message: 'x' },
      { kind: 'retire' as const, parts: ['mf-b'] },
      { kind: 'yank' as const, release: { name: 'mf-b', version: '1.0.1' } },
      { kind: 'params' as const, params: { ...registry.params.defaults, brand: 'Mine' } },
      { kind: 'policy' as const, policy: { openTabs: 'notice' as const } },
      { kind: 'epoch' as const },
    ]) {
      const answer = await send(2, command);
      expect([command.kind, answer.statusCode, answer.json().code]).toEqual([command.kind, 403, 'forbidden']);
    }
    await promote(registry, 2, 'mf-b@1.0.1');
    const back = await send(3, { kind: 'rollback', to: 1 });
    expect([back.statusCode, back.json().error]).toEqual([403, 'This token does not cover mf-b.']);
    expect((await send(3, { kind: 'rollback', to: 1, again: true })).statusCode).toBe(403);
    expect((await current(registry)).number).toBe(3);
  });

  it('has its reason in one line, and none that steers a terminal', async () => {
    await promoteFirst();
    const command = { kind: 'promote' as const, releases: byName('mf-a@1.0.1') };
    for (const reason of ['now \u001b[2J', 'now \u009b2J', 'now \u0000', ' \n '])
      expect((await sendCommand(registry, 1, command, { reason })).statusCode).toBe(400);
    const revision = (await sendCommand(registry, 1, command, { reason: ' It is time.\n\n  Really\u2028so. ' })).json() as Revision;
    expect(revision.reason).toBe('It is time. Really so.');
  });

  it('has the message of a part that is switched off in one line, and none that steers a terminal', async () => {
    await promoteFirst();
    const disable = (message: string) => sendCommand(registry, 1, { kind: 'disable', parts: ['mf-a'], message });
    for (const message of ['soon \u001b[2J', 'soon \u009b2J', '']) expect((await disable(message)).statusCode).toBe(400);
    expect((await disable('')).json().details.issues).toEqual([
      { path: '/command/message', message: 'Say what visitors are to read, in up to 500 characters' },
    ]);
    expect((await disable('Back\nsoon.')).json().target.parts['mf-a'].disabled).toEqual({ message: 'Back soon.' });
  });

  it('says in a sentence that a reason is missing', async () => {
    await promoteFirst();
    const answer = await sendCommand(registry, 1, { kind: 'promote', releases: byName('mf-a@1.0.1') }, { reason: '' });
    expect(answer.json().details.issues).toEqual([{ path: '/reason', message: 'Say why, in up to 500 characters' }]);
  });

  it('is on record with its refusals: who, what, from which revision to which', async () => {
    await promoteFirst();
    await promote(registry, 1, 'mf-b@2.0.0');
    await sendCommand(registry, 1, { kind: 'promote', releases: byName('mf-a@1.0.1') }, { reason: 'It is time.' });
    await rollBack(registry, 2);
    const { entries } = (await read(registry, '/audit?limit=200')).json();
    expect(entries).toContainEqual(
      expect.objectContaining({
        ...{ action: 'promote', actor: 'local-promote', subject: 'mf-a@1.0.1', fromRevision: 1, toRevision: 2, reason: 'It is time.' },
        details: { changes: [{ name: 'mf-a', field: 'stable', from: '1.0.0', to: '1.0.1' }] },
      }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ action: 'rollback', fromRevision: 2, toRevision: 3, subject: 'mf-a@1.0.0' }));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'refused', details: expect.objectContaining({ code: 'path-owned-twice' }) }),
    );
  });

  it('names each release once where a candidate becomes stable', async () => {
    await promoteFirst();
    await sendCommand(registry, 1, { kind: 'canary', releases: byName('mf-a@1.0.1', 'mf-b@1.0.1'), basisPoints: 500 });
    await promote(registry, 2, 'mf-a@1.0.1');
    await sendCommand(registry, 3, { kind: 'end-canary', parts: ['mf-b'] });
    const { entries } = (await read(registry, '/audit?limit=3')).json<{ entries: AuditEntry[] }>();
    expect(entries.map(({ subject }) => subject)).toEqual(['mf-b', 'mf-a@1.0.1', 'mf-a@1.0.1 at 5% mf-b@1.0.1 at 5%']);
  });

  it('says of what was refused what was tried', async () => {
    await promoteFirst();
    const release = { name: 'mf-a', version: '1.0.0' };
    const tried = async (...[command, expected = 0]: [Parameters<typeof sendCommand>[2], number?]) => {
      expect((await sendCommand(registry, expected, command)).statusCode).toBeGreaterThanOrEqual(400);
      const { entries } = (await read(registry, '/audit?action=refused&limit=1')).json<{ entries: AuditEntry[] }>();
      return entries[0]?.subject;
    };
    expect(await tried({ kind: 'promote', releases: byName('mf-b@2.0.0', 'mf-a@1.0.1') })).toBe('promote mf-a@1.0.1 mf-b@2.0.0');
    expect(await tried({ kind: 'canary', releases: byName('mf-a@7.7.7'), basisPoints: 500 })).toBe('canary mf-a@7.7.7');
    expect(await tried({ kind: 'rollback' }, 1)).toBe('rollback');
    expect(await tried({ kind: 'rollback', to: 9 }, 1)).toBe('rollback to 9');
    expect(await tried({ kind: 'retire', parts: ['mf-b', 'shell'] }, 1)).toBe('retire mf-b shell');
    expect(await tried({ kind: 'yank', release }, 1)).toBe('yank mf-a@1.0.0');
    // What is none has no name.
    expect(await tried({ kind: 'promote', releases: {} }, 1)).toBeNull();
    const plan = { releases: byName('mf-a@1.0.0'), steps: [{ basisPoints: 10_000, minutes: null }] };
    for (const [path, payload] of [
      ['/plans', { ...plan, expectedRevision: 1 }],
      ['/proposals', { plan, reason: 'A better page' }],
    ] as const) {
      const headers = { authorization: `Bearer ${registry.tokens.promote}` };
      const answer = await registry.server.inject({ method: 'POST', url: base + path, headers, payload });
      const { entries } = (await read(registry, '/audit?action=refused&limit=1')).json<{ entries: AuditEntry[] }>();
      expect([answer.statusCode, entries[0]?.subject]).toEqual([409, 'plan mf-a@1.0.0']);
    }
  });

  it('leaves nothing half-written when it cannot be put on record, and goes on afterwards', async () => {
    await promoteFirst();
    await registry.database.query(`alter table registry.audit add constraint broken check (action in ('refused')) not valid`);
    const promoted = await promote(registry, 1, 'mf-a@1.0.1');
    const yanked = await sendCommand(registry, 1, { kind: 'yank', release: { name: 'mf-c', version: '1.0.0' } });
    await registry.database.query('alter table registry.audit drop constraint broken');
    expect([promoted.statusCode, yanked.statusCode]).toEqual([500, 500]);
    expect([(await current(registry)).number, await countRows(registry, 'release_events')]).toEqual([1, 0]);
    expect((await promote(registry, 1, 'mf-a@1.0.1')).statusCode).toBe(201);
  });

  it('cannot be changed afterwards, not even in the database', async () => {
    await promoteFirst();
    for (const statement of [
      'update registry.revisions set reason = null',
      'delete from registry.releases',
      'delete from registry.audit',
    ]) {
      await expect(registry.database.query(statement)).rejects.toThrow('are never changed');
    }
  });

  it('is in the history, newest first, page by page', async () => {
    await promoteFirst();
    await promote(registry, 1, 'mf-a@1.0.1');
    await promote(registry, 2, 'shell@2.0.0');
    await rollBack(registry, 3);
    const first = (await get('/revisions?limit=2')).json().revisions as Revision[];
    const rest = (await get(`/revisions?before=${first[1]?.number}`)).json().revisions as Revision[];
    expect([...first, ...rest].map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect(first[0]).not.toHaveProperty('target');
  });
});
