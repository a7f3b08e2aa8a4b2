import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { trust } from '@site/release-model/envelope';
import { openPreview, previewEnvelope } from '@site/release-model/preview';
import { releaseKey } from '@site/release-model/release-id';
import { openRevokedPreviews } from '@site/release-model/revoked-previews';
import {
  byName,
  current,
  forget,
  issueTestToken,
  promote,
  publish,
  read,
  sendCommand,
  setRules,
  startTestRegistry,
  type TestRegistry,
} from '../testing';

let registry: TestRegistry;

beforeAll(async () => {
  registry = await startTestRegistry();
  const page = (path: string) => [{ path, page: './page', title: 'Page', access: 'public' as const }];
  await publish(registry, { name: 'shell', version: '1.0.0', provides: { react: '19.2.9' } });
  await publish(registry, { name: 'shell', version: '2.0.0', provides: { react: '20.0.0' } });
  await publish(registry, {
    name: 'mf-a',
    version: '1.0.0',
    routes: page('/a'),
    requires: { react: { range: '^19.0.0', singleton: true } },
  });
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) await publish(registry, { name: 'mf-a', version, routes: page('/a') });
  await publish(registry, { name: 'mf-b', version: '1.0.0', routes: page('/b') });
  await publish(registry, { name: 'mf-b', version: '2.0.0', routes: page('/a') });
});
beforeEach(async () => {
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
});
afterAll(() => registry.stop());

const ask = (payload: object, token = registry.tokens.promote) =>
  registry.server.inject({
    method: 'POST',
    url: '/registry/v1/environments/production/previews',
    headers: { authorization: `Bearer ${token}` },
    payload,
  });
const preview = (...releases: string[]) => ask({ releases: byName(...releases) });

describe('a preview', () => {
  it('is a signed link to published releases, live or not, valid for a week', async () => {
    const answer = await preview('mf-a@1.1.0', 'mf-b@1.0.0');
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { url, token, expiresAt } = answer.json();
    expect(url).toBe(`/_preview/${token}`);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(168);
    const opened = openPreview(previewEnvelope(token), trust(registry.signingKey), 'production', new Date());
    const idOf = async (name: string, version: string) => (await read(registry, `/remotes/${name}/releases/${version}`)).json().id;
    expect(opened).toEqual({
      schema: 1,
      environment: 'production',
      id: expect.any(String),
      parts: {
        'mf-a': { version: '1.1.0', id: await idOf('mf-a', '1.1.0') },
        'mf-b': { version: '1.0.0', id: await idOf('mf-b', '1.0.0') },
      },
      expiresAt,
      createdBy: 'local-promote',
    });
  });

  it('changes nothing that is live, and is on record without its link', async () => {
    const { token } = (await preview('mf-a@1.1.0')).json();
    expect((await current(registry)).number).toBe(1);
    const audit = await read(registry, '/audit');
    expect(audit.json().entries[0]).toMatchObject({
      actor: 'local-promote',
      action: 'preview',
      environment: 'production',
      subject: 'mf-a@1.1.0',
      details: { id: expect.any(String), expiresAt: expect.any(String) },
    });
    expect(audit.body).not.toContain(token);
  });

  it('is valid for as long as was asked for, from an hour to two weeks', async () => {
    const releases = byName('mf-a@1.1.0');
    const { expiresAt } = (await ask({ releases, expiresInHours: 2 })).json();
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(2);
    for (const expiresInHours of [0, 337, 1.5]) expect((await ask({ releases, expiresInHours })).statusCode).toBe(400);
  });

  it('may be made by who publishes or promotes all of its parts, and by nobody else', async () => {
    const releases = byName('mf-a@1.1.0', 'mf-b@1.0.0');
    const both = ['mf-a', 'mf-b'];
    const status = async (token: string) => (await ask({ releases }, token)).statusCode;
    expect(await status(await issueTestToken(registry, 'team', ['publish'], both))).toBe(201);
    expect(await status(await issueTestToken(registry, 'manager', ['promote'], both))).toBe(201);
    expect(await status(await issueTestToken(registry, 'team-a', ['publish', 'promote'], ['mf-a']))).toBe(403);
    expect(await status(registry.tokens.edge)).toBe(403);
    expect(await status('made-up')).toBe(401);
  });

  it('is made while the environment is locked, too', async () => {
    const lock = (method: 'POST' | 'DELETE') =>
      registry.server.inject({
        method,
        url: '/registry/v1/environments/production/lock',
        headers: { authorization: `Bearer ${registry.tokens.promote}` },
        ...(method === 'POST' && { payload: { reason: 'The fair is on.' } }),
      });
    await lock('POST');
    expect((await preview('mf-a@1.1.0')).statusCode).toBe(201);
    await lock('DELETE');
  });
});

describe('the links that were made', () => {
  const listed = async () => (await read(registry, '/environments/production/previews')).json().previews;
  const revoke = (id: string, token = registry.tokens.promote, reason = 'Sent to the wrong address') =>
    registry.server.inject({
      method: 'POST',
      url: `/registry/v1/environments/production/previews/${id}/revoke`,
      headers: { authorization: `Bearer ${token}` },
      payload: { reason },
    });
  const told = async () => {
    const answer = await registry.server.inject('/registry/v1/environments/production/revoked-previews');
    return openRevokedPreviews(answer.json(), trust(registry.signingKey), 'production').revoked;
  };

  it('are listed with what they show, until when, by whom and why, and never themselves', async () => {
    const { token, expiresAt } = (await ask({ releases: byName('mf-a@1.1.0'), reason: 'For the fair' })).json();
    await ask({ releases: byName('mf-b@1.0.0'), expiresInHours: 1 });
    const answer = await read(registry, '/environments/production/previews');
    const [second, first] = answer.json().previews;
    expect(first).toEqual({
      ...{ id: expect.any(String), number: expect.any(Number), kind: 'preview', subject: 'mf-a@1.1.0', parts: ['mf-a'] },
      ...{ createdBy: 'local-promote', createdAt: expect.any(String), expiresAt, reason: 'For the fair', revoked: null },
    });
    expect(second).toMatchObject({ subject: 'mf-b@1.0.0', reason: null });
    expect(answer.body).not.toContain(token);
    const page = await read(registry, `/environments/production/previews?limit=1&before=${second.number}`);
    expect(page.json().previews).toEqual([first]);
    expect((await registry.server.inject('/registry/v1/environments/production/previews')).statusCode).toBe(401);
  });

  it('are taken back with a reason, which edges are told, signed, and the audit keeps', async () => {
    await ask({ releases: byName('mf-a@1.1.0') });
    const { expiresAt } = (await ask({ releases: byName('mf-b@1.0.0') })).json();
    expect(await told()).toEqual([]);
    const [{ id }] = await listed();
    expect((await revoke(id, undefined, ' ')).statusCode).toBe(400);
    const answer = await revoke(id);
    const revoked = { by: 'local-promote', at: expect.any(String), reason: 'Sent to the wrong address' };
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { id, revoked }]);
    expect(await listed()).toMatchObject([{ id, revoked }, { revoked: null }]);
    expect(await told()).toEqual([{ id, expiresAt }]);
    const [entry] = (await read(registry, '/audit')).json().entries;
    expect(entry).toMatchObject({ action: 'revoke-preview', subject: 'mf-b@1.0.0', reason: 'Sent to the wrong address', details: { id } });
    const again = await revoke(id);
    const error = expect.stringMatching(/^local-promote has revoked it, at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect([again.statusCode, again.json()]).toEqual([409, expect.objectContaining({ code: 'preview-ended', error })]);
  });

  it('that were taken back are told once, also through a proxy that makes tags weak', async () => {
    const url = '/registry/v1/environments/production/revoked-previews';
    const etag = String((await registry.server.inject(url)).headers.etag);
    for (const tag of [etag, `W/${etag}`])
      expect((await registry.server.inject({ url, headers: { 'if-none-match': tag } })).statusCode).toBe(304);
  });

  it('are taken back by who may make them, and by nobody else', async () => {
    await preview('mf-a@1.1.0', 'mf-b@1.0.0');
    const [{ id }] = await listed();
    expect((await revoke(id, await issueTestToken(registry, 'only-a', ['publish', 'promote'], ['mf-a']))).statusCode).toBe(403);
    expect((await revoke(id, registry.tokens.edge)).statusCode).toBe(403);
    expect((await revoke('00000000-0000-4000-8000-000000000000')).json().code).toBe('preview-not-found');
    expect(await told()).toEqual([]);
  });
});

describe('a preview is refused', () => {
  it.each([
    ['of an unknown release', 'mf-a@7.7.7', 404, 'release-not-found', { name: 'mf-a', version: '7.7.7' }],
    ['of a shell that lacks what a live remote needs', 'shell@2.0.0', 422, 'shared-module-unmet', { remote: 'mf-a', version: '1.0.0' }],
    ['of a remote with a path of another one', 'mf-b@2.0.0', 422, 'path-owned-twice', { path: '/a', owners: ['mf-a', 'mf-b'] }],
  ])('%s, naming the offender', async (_what, release, status, code, details) => {
    const answer = await preview(release);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().details).toMatchObject(details);
  });

  it('but not together with what it needs', async () => {
    expect((await preview('shell@2.0.0', 'mf-a@1.1.0')).statusCode).toBe(201);
  });

  it('of a yanked release', async () => {
    await sendCommand(registry, 1, { kind: 'yank', release: { name: 'mf-a', version: '1.2.0' } });
    const answer = await preview('mf-a@1.2.0');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'release-yanked', details: { name: 'mf-a', version: '1.2.0' }, error: 'mf-a@1.2.0 was yanked and is not shown.' },
    ]);
  });

  it('of a release whose files are not all in the store', async () => {
    await registry.storage.delete(releaseKey('mf-a', '1.3.0', 'v/remoteEntry.js'));
    const answer = await preview('mf-a@1.3.0');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'release-incomplete', details: { files: ['v/remoteEntry.js'] } },
    ]);
  });

  it('while nothing is live, of nothing, and in an unknown environment', async () => {
    expect((await ask({ releases: {} })).statusCode).toBe(400);
    await forget(registry);
    const answer = await preview('shell@1.0.0');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'no-revision']);
    const elsewhere = await registry.server.inject({
      ...{ method: 'POST', url: '/registry/v1/environments/moon/previews', payload: {} },
      headers: { authorization: `Bearer ${registry.tokens.admin}` },
    });
    const error = 'There is no environment moon. These there are: production.';
    expect(elsewhere.json()).toMatchObject({ code: 'environment-not-found', error, details: { environments: ['production'] } });
  });
});

describe('a preview with parts from the machine of whoever looks', () => {
  const ENTRY = 'http://localhost:4300/v/remoteEntry.js';
  const local = (path = '/c', entry = ENTRY) => ({
    local: { 'mf-c': { entry, routes: [{ path, page: './page', title: 'Page', access: 'public' }] } },
  });
  const code = async (payload: object, token?: string) => {
    const answer = await ask(payload, token);
    return [answer.statusCode, answer.json().code];
  };

  it('is refused until the rules of the environment allow it', async () => {
    expect(await code(local())).toEqual([403, 'local-preview-not-allowed']);
    await setRules(registry, { localPreviews: true });
    expect((await ask(local())).statusCode).toBe(201);
    await setRules(registry, { localPreviews: false });
    expect(await code(local())).toEqual([403, 'local-preview-not-allowed']);
  });

  it('is signed with their entries and routes for a day at most, and on record with where they come from', async () => {
    await setRules(registry, { localPreviews: true });
    const { token, expiresAt } = (await ask({ ...local(), releases: byName('mf-a@1.1.0'), expiresInHours: 300 })).json();
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(24);
    const opened = openPreview(previewEnvelope(token), trust(registry.signingKey), 'production', new Date());
    expect(opened).toMatchObject({ schema: 3, parts: { 'mf-a': { version: '1.1.0' } }, ...local() });
    const [entry] = (await read(registry, '/audit')).json().entries;
    expect(entry).toMatchObject({ action: 'preview', subject: 'mf-a@1.1.0 mf-c from http://localhost:4300' });
  });

  it.each([
    ['an entry elsewhere', local('/c', 'https://evil.example.com/x.js'), 400],
    ['an entry that only looks local', local('/c', 'http://localhost.example.com/x.js'), 400],
    ['an entry with a password', local('/c', 'http://me:secret@localhost/x.js'), 400],
    ['the shell', { local: { shell: { entry: ENTRY, routes: [] } } }, 400],
    ['no part at all', { local: {} }, 400],
    ['a path that another part has', local('/a'), 422],
  ])('is refused with %s', async (_what, payload, status) => {
    await setRules(registry, { localPreviews: true });
    expect((await ask(payload)).statusCode).toBe(status);
  });

  it('is made by whoever may publish the part, and by nobody else', async () => {
    await setRules(registry, { localPreviews: true });
    const [own, other] = [
      await issueTestToken(registry, 'of-c', ['publish'], ['mf-c']),
      await issueTestToken(registry, 'of-a', ['publish'], ['mf-a']),
    ];
    expect((await ask(local(), own)).statusCode).toBe(201);
    expect((await ask(local(), other)).statusCode).toBe(403);
  });
});

it('a preview of nothing shows what is live, for the inspector', async () => {
  const { token } = (await ask({})).json();
  expect(openPreview(previewEnvelope(token), trust(registry.signingKey), 'production', new Date())).toMatchObject({ schema: 1, parts: {} });
  expect((await read(registry, '/audit')).json().entries[0]).toMatchObject({ action: 'preview', subject: 'what is live' });
});
