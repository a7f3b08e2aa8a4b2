import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@site/platform/logging';
import { createTestServer } from '@site/platform/testing';
import { registryPlugin } from '../plugin';
import { archiveOf, byName, fixtureRelease, issueTestToken, publish, read, startTestRegistry, type TestRegistry, upload } from '../testing';

const DAY_MS = 86_400_000;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ environments: ['production', 'staging'] });
  await publish(registry, { name: 'shell', version: '1.0.0' });
});
afterAll(() => registry.stop());

interface Request {
  name: string;
  verbs: string[];
  parts: string[];
  environments?: string[];
  expiresInDays?: number;
  reason?: string;
}

const create = (payload: Request, token = registry.tokens.admin) =>
  registry.server.inject({ method: 'POST', url: '/registry/v1/tokens', headers: { authorization: `Bearer ${token}` }, payload });
const revoke = (id: string, token = registry.tokens.admin) =>
  registry.server.inject({ method: 'DELETE', url: `/registry/v1/tokens/${id}`, headers: { authorization: `Bearer ${token}` } });
const given = async (request: Request) => (await create(request)).json() as { token: { id: string; name: string }; secret: string };

async function publishAs(token: string, name: string, version: string) {
  const archive = await archiveOf(fixtureRelease({ name, version }));
  return upload(registry, name, version, archive, { authorization: `Bearer ${token}` });
}
const promoteAs = (token: string, environment: string, release: string) =>
  registry.server.inject({
    method: 'POST',
    url: `/registry/v1/environments/${environment}/commands`,
    headers: { authorization: `Bearer ${token}` },
    payload: { expectedRevision: 0, command: { kind: 'promote', releases: byName(release) } },
  });

interface Entry {
  actor: string;
  action: string;
  subject: string | null;
  reason: string | null;
  details: Record<string, unknown> | null;
}
const audit = async (): Promise<Entry[]> => (await read(registry, '/audit?limit=200')).json().entries;

describe('two teams with tokens of their own', () => {
  it('publish at the same time, each its own part and no other', async () => {
    const [a, b] = [
      (await given({ name: 'team-a', verbs: ['publish'], parts: ['mf-a'] })).secret,
      (await given({ name: 'team-b', verbs: ['publish'], parts: ['mf-b'] })).secret,
    ];
    const own = await Promise.all([publishAs(a, 'mf-a', '1.0.0'), publishAs(b, 'mf-b', '1.0.0')]);
    expect(own.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(own.map((answer) => answer.json().publishedBy)).toEqual(['team-a', 'team-b']);
    const crossed = await Promise.all([publishAs(a, 'mf-b', '1.0.1'), publishAs(b, 'mf-a', '1.0.1')]);
    expect(crossed.map((answer) => [answer.statusCode, answer.json().error])).toEqual([
      [403, 'This token does not cover mf-b.'],
      [403, 'This token does not cover mf-a.'],
    ]);
    expect((await read(registry, '/remotes/mf-a/releases')).json().releases).toHaveLength(1);
  });
});

describe('a token', () => {
  it('is answered with its secret once, and says itself what it allows', async () => {
    const answer = await create({ name: 'told', verbs: ['promote'], parts: ['mf-a'], environments: ['staging'], expiresInDays: 30 });
    const { token, secret } = answer.json();
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(secret).toMatch(/^site_promote_/);
    expect(token).toEqual({
      ...{ id: expect.any(String), name: 'told', verbs: ['promote'], parts: ['mf-a'], environments: ['staging'], state: 'valid' },
      ...{ createdBy: 'local-admin', createdAt: expect.any(String), expiresAt: expect.any(String), revokedAt: null, lastUsedOn: null },
    });
    expect(Math.round((Date.parse(token.expiresAt) - Date.now()) / DAY_MS)).toBe(30);
    const who = await read(registry, '/whoami', secret);
    expect([who.statusCode, who.json()]).toEqual([200, { ...token, kind: 'token', handle: null, groups: [], teams: [], grants: [] }]);
    expect((await registry.server.inject('/registry/v1/whoami')).statusCode).toBe(401);
  });

  it('lasts 90 days, and is for the environments of the token that made it, unless told otherwise', async () => {
    const admin = await issueTestToken(registry, 'admin-of-staging', ['admin'], ['*'], { environments: ['staging'] });
    const { token } = (await create({ name: 'by-default', verbs: ['view'], parts: ['mf-a', '*'] }, admin)).json();
    expect(token).toMatchObject({ environments: ['staging'], parts: ['*'], createdBy: 'admin-of-staging' });
    expect(Math.round((Date.parse(token.expiresAt) - Date.now()) / DAY_MS)).toBe(90);
  });

  it('is listed with when it was last used and what became of it, and never with its secret', async () => {
    const [used, ended] = [
      await given({ name: 'used', verbs: ['view'], parts: ['*'] }),
      await given({ name: 'ended', verbs: ['view'], parts: ['*'] }),
    ];
    await issueTestToken(registry, 'over', ['view'], ['*'], { expiresAt: new Date(Date.now() - 1000) });
    const today = () => new Date().toISOString().slice(0, 10);
    const before = today();
    await read(registry, '/whoami', used.secret);
    await revoke(ended.token.id);
    const listed = async () => {
      const answer = await read(registry, '/tokens', registry.tokens.admin);
      for (const { secret } of [used, ended]) expect(answer.body).not.toContain(secret);
      return new Map((answer.json().tokens as { name: string }[]).map((token) => [token.name, token]));
    };
    // Noted after the answer.
    while ((await listed()).get('used')?.['lastUsedOn' as never] === null);
    const tokens = await listed();
    expect(tokens.get('used')).toMatchObject({ state: 'valid' });
    expect([before, today()]).toContain(tokens.get('used')?.['lastUsedOn' as never]);
    expect(tokens.get('ended')).toMatchObject({ state: 'revoked', revokedAt: expect.any(String), lastUsedOn: null });
    expect(tokens.get('over')).toMatchObject({ state: 'expired', createdBy: 'test' });
    expect(tokens.get('local-publish')).toMatchObject({ state: 'valid', createdBy: 'registry', expiresAt: null });
  });

  it('has a name of its own as long as it is valid, also when two ask for it at the same time', async () => {
    const request = { name: 'only-one', verbs: ['view'], parts: ['*'] };
    const answers = await Promise.all([create(request), create(request)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('token-name-taken');
    await revoke(answers.find(({ statusCode }) => statusCode === 201)?.json().token.id);
    expect((await create(request)).statusCode).toBe(201);
  });

  it('works although it cannot be noted that it was used', async () => {
    await registry.database.query(`create function registry.broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
    await registry.database.query('create trigger broken before update on registry.tokens for each row execute function registry.broken()');
    const { secret } = await given({ name: 'unnoted', verbs: ['view'], parts: ['*'] });
    expect((await read(registry, '/whoami', secret)).statusCode).toBe(200);
    await registry.database.query('drop trigger broken on registry.tokens');
  });

  it.each<[string, Partial<Request>]>([
    ['an unknown verb', { verbs: ['own'] }],
    ['no verb', { verbs: [] }],
    ['no part', { parts: [] }],
    ['a part that cannot be', { parts: ['elevate'] }],
    ['more than 366 days', { expiresInDays: 367 }],
    ['no day', { expiresInDays: 0 }],
    ['a name with a space', { name: 'team a' }],
    ['the name of a program of ours', { name: 'params-file' }],
    ['an edge of some parts', { verbs: ['serve'] }],
  ])('is not made for %s', async (_what, wrong) => {
    const answer = await create({ name: 'never', verbs: ['publish'], parts: ['mf-a'], ...wrong });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-request']);
  });

  it('is not made for an environment that there is not', async () => {
    const answer = await create({ name: 'never', verbs: ['publish'], parts: ['mf-a'], environments: ['mars'] });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'environment-not-found']);
  });

  it('is not revoked by an id that there is not', async () => {
    const answer = await revoke('00000000-0000-4000-8000-000000000000');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'token-not-found']);
    expect((await revoke('nonsense')).statusCode).toBe(400);
  });
});

describe('a refusal says why, and is on record with the name of the token', () => {
  const refused = async (
    token: string,
    ask: (token: string) => Promise<{ statusCode: number; json(): { code: string; error: string } }>,
  ) => {
    const answer = await ask(token);
    const { code, error } = answer.json();
    const [newest] = await audit();
    return { status: answer.statusCode, code, error, entry: [newest?.actor, newest?.action, newest?.details?.message] };
  };

  it('expired', async () => {
    const expiresAt = new Date('2020-01-02T03:04:05Z');
    const token = await issueTestToken(registry, 'is-over', ['publish'], ['*'], { expiresAt });
    const error = 'This token has expired, on 2020-01-02.';
    expect(await refused(token, (secret) => publishAs(secret, 'mf-a', '2.0.0'))).toEqual({
      ...{ status: 401, code: 'unauthorized', error },
      entry: ['is-over', 'refused', error],
    });
  });

  it('revoked', async () => {
    const { token, secret } = await given({ name: 'is-revoked', verbs: ['publish'], parts: ['*'] });
    expect((await revoke(token.id)).json()).toMatchObject({ state: 'revoked' });
    const error = 'This token was revoked.';
    expect(await refused(secret, (mine) => publishAs(mine, 'mf-a', '2.0.0'))).toEqual({
      ...{ status: 401, code: 'unauthorized', error },
      entry: ['is-revoked', 'refused', error],
    });
  });

  it('another environment, whatever is asked there', async () => {
    const { secret } = await given({ name: 'in-staging', verbs: ['promote', 'serve'], parts: ['*'], environments: ['staging'] });
    const error = 'This token does not cover the environment production.';
    const refusal = { status: 403, code: 'forbidden', error, entry: ['in-staging', 'refused', error] };
    const events = (mine: string) => read(registry, '/environments/production/events', mine);
    const lock = (mine: string) =>
      registry.server.inject({
        method: 'POST',
        url: '/registry/v1/environments/production/lock',
        headers: { authorization: `Bearer ${mine}` },
        payload: { reason: 'No.' },
      });
    expect(await refused(secret, (mine) => promoteAs(mine, 'production', 'shell@1.0.0'))).toEqual(refusal);
    expect(await refused(secret, events)).toEqual(refusal);
    expect(await refused(secret, lock)).toEqual(refusal);
    expect((await promoteAs(secret, 'staging', 'shell@1.0.0')).statusCode).toBe(201);
  });

  it('another part', async () => {
    const { secret } = await given({ name: 'of-a', verbs: ['publish', 'promote'], parts: ['mf-a'] });
    const error = 'This token does not cover shell.';
    const refusal = { status: 403, code: 'forbidden', error, entry: ['of-a', 'refused', error] };
    expect(await refused(secret, (mine) => publishAs(mine, 'shell', '2.0.0'))).toEqual(refusal);
    expect(await refused(secret, (mine) => promoteAs(mine, 'production', 'shell@1.0.0'))).toEqual(refusal);
  });

  it.each([
    [
      'publish',
      'promote',
      'This token does not allow to promote or manage tokens.',
      (mine: string) => promoteAs(mine, 'production', 'shell@1.0.0'),
    ],
    ['promote', 'publish', 'This token does not allow to publish.', (mine: string) => publishAs(mine, 'mf-a', '2.0.0')],
    ['view', 'publish', 'This token does not allow to publish.', (mine: string) => publishAs(mine, 'mf-a', '2.0.0')],
    ['admin', 'publish', 'This token does not allow to publish.', (mine: string) => publishAs(mine, 'mf-a', '2.0.0')],
    ['promote', 'manage tokens', 'This token does not allow to manage tokens.', (mine: string) => read(registry, '/tokens', mine)],
  ])('%s, and not %s', async (verb, wanted, error, ask) => {
    const name = `only-${verb}-not-${wanted.replace(' ', '-')}`;
    const { secret } = await given({ name, verbs: [verb], parts: ['*'] });
    expect(await refused(secret, ask)).toEqual({ status: 403, code: 'forbidden', error, entry: [name, 'refused', error] });
  });

  it('so often within an hour and no more, whoever else is refused meanwhile', async () => {
    const [endless, other] = [
      await issueTestToken(registry, 'endless', ['view'], ['*']),
      await issueTestToken(registry, 'other', ['view'], ['*']),
    ];
    for (let round = 0; round < 103; round += 1) expect((await promoteAs(endless, 'production', 'shell@1.0.0')).statusCode).toBe(403);
    const own = (await audit()).filter(({ actor }) => actor === 'endless');
    expect(own).toHaveLength(100);
    expect(own[0]?.details?.note).toBe('The last one on record: of one principal at most 100 refusals are kept within an hour.');
    expect(own[1]?.details).not.toHaveProperty('note');
    expect((await promoteAs(other, 'production', 'shell@1.0.0')).statusCode).toBe(403);
    expect((await audit())[0]).toMatchObject({ actor: 'other', action: 'refused', environment: 'production' });
  });

  it('and what is looked for and is not there is no refusal', async () => {
    const { secret } = await given({ name: 'looks', verbs: ['publish'], parts: ['*'] });
    const before = (await audit()).length;
    for (const path of ['/remotes/mf-a/releases/9.9.9', '/environments/nowhere/prospects', '/environments/nowhere'])
      expect((await read(registry, path, secret)).statusCode).toBe(404);
    expect(await audit()).toHaveLength(before);
    const missing = await promoteAs(secret, 'production', 'shell@9.9.9');
    expect([missing.statusCode, (await audit()).length]).toEqual([403, before + 1]);
  });

  it('no token, or one that nobody has issued, which is nobody’s to record', async () => {
    const before = (await audit()).length;
    for (const [authorization, error] of [
      [undefined, 'A token is needed.'],
      ['Basic abc', 'A token is needed.'],
      ['Bearer nonsense', 'This token is not known here.'],
    ])
      for (const [method, url] of [
        ['GET', '/tokens'],
        ['POST', '/tokens'],
        ['DELETE', '/tokens/00000000-0000-4000-8000-000000000000'],
        ['GET', '/whoami'],
      ] as const) {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await registry.server.inject({ method, url: `/registry/v1${url}`, headers });
        expect([answer.statusCode, answer.json().error]).toEqual([401, error]);
      }
    expect(await audit()).toHaveLength(before);
  });
});

describe('who manages the tokens of one part', () => {
  const admin = (name: string, options: { environments?: string[]; expiresAt?: Date } = {}) =>
    issueTestToken(registry, name, ['admin'], ['mf-a'], options);

  it('gives no token for another one, for all of them, or for another environment', async () => {
    const token = await admin('admin-a', { environments: ['staging'] });
    const tries: [Request, string][] = [
      [{ name: 'wider', verbs: ['publish'], parts: ['mf-b'] }, 'This token does not cover mf-b.'],
      [{ name: 'wider', verbs: ['publish'], parts: ['mf-a', 'mf-b'] }, 'This token does not cover mf-b.'],
      [{ name: 'wider', verbs: ['publish'], parts: ['*'] }, 'This token does not cover every part.'],
      [{ name: 'wider', verbs: ['serve'], parts: ['*'] }, 'This token does not cover every part.'],
      [
        { name: 'wider', verbs: ['publish'], parts: ['mf-a'], environments: ['production'] },
        'This token does not cover the environment production.',
      ],
      [{ name: 'wider', verbs: ['publish'], parts: ['mf-a'], environments: ['*'] }, 'This token does not cover every environment.'],
    ];
    for (const [request, error] of tries) {
      const answer = await create(request, token);
      expect([answer.statusCode, answer.json().error]).toEqual([403, error]);
    }
    const { rows } = await registry.database.query(`select * from registry.tokens where name = 'wider'`);
    expect(rows).toEqual([]);
    expect((await create({ name: 'not-wider', verbs: ['publish', 'promote', 'admin'], parts: ['mf-a'] }, token)).statusCode).toBe(201);
  });

  it('ends no token of another one', async () => {
    const { token, secret } = await given({ name: 'of-all', verbs: ['view'], parts: ['*'] });
    const answer = await revoke(token.id, await admin('admin-b'));
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'This token does not cover every part.']);
    expect((await read(registry, '/whoami', secret)).statusCode).toBe(200);
  });

  it('does not outlive its own token by another one to manage tokens', async () => {
    const token = await admin('admin-c', { expiresAt: new Date(Date.now() + 10 * DAY_MS) });
    const request = { name: 'heir', verbs: ['admin'], parts: ['mf-a'] };
    const answer = await create({ ...request, expiresInDays: 11 }, token);
    expect([answer.statusCode, answer.json().error]).toEqual([
      403,
      expect.stringContaining('A token that manages tokens ends before the one that makes it'),
    ]);
    expect((await create({ ...request, expiresInDays: 9 }, token)).statusCode).toBe(201);
  });
});

it('has on record who made a token, for what and why, and who revoked it', async () => {
  const { token } = await given({ name: 'on-record', verbs: ['publish'], parts: ['mf-a'], reason: 'The pipeline of team a' });
  await revoke(token.id);
  await revoke(token.id);
  expect((await audit()).filter(({ subject }) => subject === 'on-record')).toEqual([
    expect.objectContaining({ actor: 'local-admin', action: 'revoke-token' }),
    expect.objectContaining({
      ...{ actor: 'local-admin', action: 'issue-token', reason: 'The pipeline of team a' },
      details: { verbs: ['publish'], parts: ['mf-a'], environments: ['*'], expiresAt: expect.any(String) },
    }),
  ]);
});

it('keeps the secret nowhere: not in the database, not in the audit, not in the log', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const server = createTestServer({ logger });
  const { database, storage, signingKey, params, dataDir, tokens } = registry;
  await server.register(registryPlugin, { prefix: '/registry', database, storage, signingKey, params, dataDir });
  const send = async (method: 'POST' | 'GET', path: string, token: string, payload?: object) =>
    server.inject({ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
  const { secret } = (await send('POST', '/tokens', tokens.admin, { name: 'unseen', verbs: ['view'], parts: ['*'] })).json();
  expect((await send('GET', '/whoami', secret)).statusCode).toBe(200);
  expect((await send('GET', '/tokens', secret)).statusCode).toBe(403);
  await server.close();

  const { rows } = await database.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'registry'`);
  const places = [lines.join('\n')];
  for (const { name } of rows) {
    const all = await database.query<{ text: string | null }>(`select json_agg(t)::text as text from registry."${name}" t`);
    places.push(all.rows[0]?.text ?? '');
  }
  expect(places.join('\n')).toContain('unseen');
  expect(lines.join('\n')).toContain('/registry/v1/tokens');
  for (const place of places) expect(place).not.toContain(secret);
});
