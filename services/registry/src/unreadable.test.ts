import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueTestToken, publish, promote, startTestRegistry, type TestRegistry } from './testing';

let registry: TestRegistry;
let edge: string;
beforeAll(async () => {
  registry = await startTestRegistry();
  edge = await issueTestToken(registry, 'edge', ['serve'], ['*']);
  await publish(registry, { name: 'shell', version: '1.0.0' });
  await promote(registry, 0, 'shell@1.0.0');
});
afterAll(() => registry.stop());

const HERE = '/environments/production';
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token = registry.tokens.promote) =>
  registry.server.inject({
    ...{ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
const promotion = { kind: 'promote', releases: { shell: '1.0.0' } };

describe('what the database cannot hold is refused before it is asked', () => {
  it.each([
    ['an environment', '/environments/%00/target'],
    ['another one', '/environments/a%00b/revisions/current'],
    ['a team', '/teams/%00'],
    ['a part', '/remotes/%00/releases'],
  ])('404: an address with U+0000 in the name of %s', async (_what, path) => {
    const answer = await ask('GET', path, undefined, registry.tokens.admin);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not-found' }]);
  });

  it('400: a query with one', async () => {
    const answer = await ask('GET', '/audit?actor=a%00b', undefined, registry.tokens.admin);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid-request' }]);
  });

  it.each([
    ['U+0000', 'a\u0000b'],
    ['half of a surrogate pair', 'a\ud800'],
  ])('400: a body with %s in a text, however deep, or in a name', async (_what, text) => {
    for (const body of [
      { expectedRevision: 1, command: promotion, reason: text },
      { expectedRevision: 1, command: { kind: 'yank', release: { name: 'shell', version: '1.0.0' }, reason: [text] } },
      { expectedRevision: 1, command: { ...promotion, releases: { [text]: '1.0.0' } } },
    ]) {
      const answer = await ask('POST', `${HERE}/commands`, body);
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid-request' }]);
    }
  });

  it('400: a beacon with one, which says that it is plain text', async () => {
    const beacon = { kind: 'render-error', environment: 'production', revision: 1, name: 'shell', version: '1.0.0', route: null };
    const answer = await registry.server.inject({
      ...{ method: 'POST', url: '/registry/v1/beacons', headers: { 'content-type': 'text/plain' } },
      payload: JSON.stringify({ ...beacon, message: 'a\u0000b' }),
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid-request' }]);
  });

  it('400: numbers of revisions beyond those of its columns', async () => {
    const beyond = 2_147_483_648;
    const { admin, promote: token } = registry.tokens;
    const asked = [
      await ask('POST', `${HERE}/commands`, { expectedRevision: beyond, command: promotion }),
      await ask('POST', `${HERE}/commands`, { expectedRevision: 1, command: { kind: 'rollback', to: beyond } }),
      await ask('POST', `${HERE}/proposals`, { expectedRevision: beyond, command: promotion, reason: 'Now' }, token),
      await ask('PUT', `${HERE}/rules`, { version: beyond, rules: {} }, admin),
      await ask('GET', `${HERE}/revisions?before=${beyond}`, undefined, admin),
      await ask('GET', `${HERE}/plans?before=${beyond}`, undefined, admin),
      await ask('GET', `${HERE}/edges?number=${beyond}`, undefined, admin),
      await ask('POST', '/beacons', {
        kind: 'render-error',
        environment: 'production',
        revision: beyond,
        name: 'shell',
        version: '1.0.0',
        route: null,
        message: null,
      }),
    ];
    expect(asked.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 400));
  });

  it.each(['2026-13-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '2026-01-01T25:00:00.000Z', '0000-01-01T00:00:00.000Z'])(
    '400: counts of a minute that there never is: %s',
    async (minute) => {
      const counts = [{ minute, part: 'shell', release: 'a'.repeat(64), cohort: '', documents: 1 }];
      const body = { id: '62af5d22-28e4-4e1a-bfff-ffee00000011', counts };
      const answer = await ask('POST', `${HERE}/edges/one/counts`, body, edge);
      expect(answer.statusCode).toBe(400);
    },
  );
});
