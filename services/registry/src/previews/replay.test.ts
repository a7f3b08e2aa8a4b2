import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { trust } from '@site/release-model/envelope';
import { openPreview, previewEnvelope } from '@site/release-model/preview';
import { releaseKey } from '@site/release-model/release-id';
import {
  byName,
  current,
  forget,
  issueTestToken,
  promote,
  publish,
  read,
  sendCommand,
  startTestRegistry,
  type TestRegistry,
} from '../testing';

let registry: TestRegistry;

beforeAll(async () => {
  registry = await startTestRegistry();
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await publish(registry, { name: 'mf-a', version });
});
/** Revision 1 has mf-a 1.0.0, revision 2 mf-a 1.0.1 with 1.0.2 as its candidate, revision 4 1.0.0 again. */
beforeEach(async () => {
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  await promote(registry, 1, 'mf-a@1.0.1');
  await sendCommand(registry, 2, { kind: 'canary', releases: byName('mf-a@1.0.2'), basisPoints: 100 });
  await promote(registry, 3, 'mf-a@1.0.0');
});
afterAll(() => registry.stop());

const ask = (payload: object, token = registry.tokens.promote) =>
  registry.server.inject({
    method: 'POST',
    url: '/registry/v1/environments/production/replays',
    headers: { authorization: `Bearer ${token}` },
    payload,
  });
const yank = (version: string) => sendCommand(registry, 4, { kind: 'yank', release: { name: 'mf-a', version } });

describe('a replay', () => {
  it('is a signed link to a revision by the hash of its target, which the registry gives to everybody', async () => {
    const answer = await ask({ revision: 2, expiresInHours: 2 });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    const { url, token, expiresAt } = answer.json();
    const { number, hash, createdAt } = (await registry.server.inject('/registry/v1/environments/production/revisions/2')).json();
    expect(url).toBe(`/_preview/${token}`);
    expect(openPreview(previewEnvelope(token), trust(registry.signingKey), 'production', new Date())).toEqual({
      schema: 2,
      environment: 'production',
      id: expect.any(String),
      revision: { number, hash, createdAt },
      candidates: false,
      expiresAt,
      createdBy: 'local-promote',
    });
    expect((await current(registry)).number).toBe(4);
  });

  it('is on record without its link', async () => {
    const { token } = (await ask({ revision: 3, candidates: true })).json();
    const audit = await read(registry, '/audit');
    expect(audit.json().entries[0]).toMatchObject({
      actor: 'local-promote',
      action: 'replay',
      environment: 'production',
      subject: 'revision 3',
      details: { id: expect.any(String), candidates: true, expiresAt: expect.any(String) },
    });
    expect(audit.body).not.toContain(token);
  });

  it('is for holders of a token to publish or to promote, whatever its parts', async () => {
    const [publisher, viewer] = [
      await issueTestToken(registry, 'publisher', ['publish'], ['mf-z']),
      await issueTestToken(registry, 'viewer', ['view'], ['*']),
    ];
    expect([(await ask({ revision: 1 }, publisher)).statusCode, (await ask({ revision: 1 }, viewer)).statusCode]).toEqual([201, 403]);
  });
});

describe('a replay is refused', () => {
  it('of a revision that there is not', async () => {
    const answer = await ask({ revision: 9 });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      404,
      { code: 'revision-not-found', error: 'There is no revision 9 in production.' },
    ]);
  });

  it('of a release that was yanked, where it is shown, until the release is restored', async () => {
    await yank('1.0.1');
    const answer = await ask({ revision: 2 });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'release-yanked', error: 'mf-a@1.0.1 was yanked and is not shown.' },
    ]);
    expect((await ask({ revision: 3, candidates: true })).statusCode).toBe(201);
    await sendCommand(registry, 5, { kind: 'restore', release: { name: 'mf-a', version: '1.0.1' } });
    expect((await ask({ revision: 2 })).statusCode).toBe(201);
  });

  it('of a release whose files are not all stored', async () => {
    const key = releaseKey('mf-a', '1.0.1', 'v/remoteEntry.js');
    const bytes = await registry.storage.get(key);
    await registry.storage.delete(key);
    const answer = await ask({ revision: 2 });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'release-incomplete', details: { files: ['v/remoteEntry.js'] } },
    ]);
    await registry.storage.put(key, bytes!);
    expect((await ask({ revision: 2 })).statusCode).toBe(201);
  });
});
