/** Publications of whoever may not, or of what is not theirs: each is answered with its reason, on record, and leaves nothing behind. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@site/contracts/remote-config';
import { archiveOf, fixtureRelease, issueTestToken, publish, read, startTestRegistry, type TestRegistry, upload } from '../testing';

const NAME = 'mf-elevate';
const VERSION = '1.0.1';
const PREFIXES = ['/elevate', '/playbooks'];

let registry: TestRegistry;
/** What is there of the part before anybody tries: its first release. */
let before: Awaited<ReturnType<typeof kept>>;
beforeAll(async () => {
  registry = await startTestRegistry();
  await publish(registry, { name: NAME, version: '1.0.0' });
  const set = await asAdmin('PUT', `/remotes/${NAME}/prefixes`, { prefixes: PREFIXES });
  expect(set.statusCode).toBe(200);
  before = await kept();
});
afterAll(() => registry.stop());

const asAdmin = (method: 'PUT' | 'DELETE', path: string, payload?: object) =>
  registry.server.inject({
    ...{ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${registry.tokens.admin}` } },
    ...(payload && { payload }),
  });
const newestEntry = async () => (await read(registry, '/audit?limit=1')).json().entries[0];

/** Files, claims of versions and of the names of hashed files, and releases. */
async function kept() {
  const rowsOf = async (query: string) => (await registry.database.query(query)).rows;
  return {
    files: await registry.storage.list(`releases/${NAME}`),
    claims: await rowsOf(`select name, version from registry.publications where name = '${NAME}' order by version`),
    hashed: await rowsOf(`select name, path from registry.hashed_files where name = '${NAME}' order by path`),
    releases: (await read(registry, `/remotes/${NAME}/releases`)).json().releases,
  };
}

interface Offer {
  team?: string;
  routes?: Route[];
}

const offered = async (token: string, { team, routes = [] }: Offer = {}) => {
  const release = fixtureRelease({ name: NAME, version: VERSION, routes, files: { '_/chunk.0a1b.js': 'chunk()' } });
  if (team !== undefined) release.descriptor.team = team;
  return upload(
    registry,
    NAME,
    VERSION,
    await archiveOf(release),
    token === '' ? { authorization: '' } : { authorization: `Bearer ${token}` },
  );
};

async function expired(): Promise<string> {
  return issueTestToken(registry, 'is-over', ['publish'], ['*'], { expiresAt: new Date('2020-01-02T03:04:05Z') });
}

async function revoked(): Promise<string> {
  const token = await issueTestToken(registry, 'is-revoked', ['publish'], ['*']);
  const { tokens } = (await read(registry, '/tokens', registry.tokens.admin)).json() as { tokens: { id: string; name: string }[] };
  const id = tokens.find(({ name }) => name === 'is-revoked')?.id;
  expect((await asAdmin('DELETE', `/tokens/${id}`)).statusCode).toBe(200);
  return token;
}

const page = (path: string): Route[] => [{ path, page: './x', title: 'X', access: 'public' }];

describe('a publication is refused, is on record, and leaves nothing behind', () => {
  it.each<[string, number, string, string, () => Promise<string>, Offer]>([
    [
      'of another team',
      403,
      'team-mismatch',
      'mf-elevate belongs to the team elevate, not to somebody-else.',
      own,
      { team: 'somebody-else' },
    ],
    ['with an expired token', 401, 'unauthorized', 'This token has expired, on 2020-01-02.', expired, {}],
    ['with a revoked token', 401, 'unauthorized', 'This token was revoked.', revoked, {}],
    ['with a token for another part', 403, 'forbidden', 'This token does not cover mf-elevate.', ofAnotherPart, {}],
    ['with a token to promote', 403, 'forbidden', 'This token does not allow to publish.', toPromote, {}],
    ...[
      ['outside of its prefixes', '/contact'],
      ['beside a prefix, not within it', '/elevated'],
      ['whose beginning can be any', '/:any/elevate'],
    ].map(([what, path]): [string, number, string, string, () => Promise<string>, Offer] => [
      `of a path ${what}`,
      ...([403, 'path-outside-prefixes', `${path} begins with none of the prefixes of mf-elevate: /elevate, /playbooks.`] as const),
      ...([own, { routes: page(path ?? '') }] as const),
    ]),
  ])('%s: %i %s', async (_what, status, code, error, tokenOf, offer) => {
    const token = await tokenOf();
    const { id } = await newestEntry();
    const answer = await offered(token, offer);
    expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining({ code, error })]);
    const entry = await newestEntry();
    expect(entry.id).toBeGreaterThan(id);
    expect(entry).toMatchObject({ action: 'refused', subject: `${NAME}@${VERSION}`, details: { code, message: error } });
    expect(await kept()).toEqual(before);
  });

  it('without a token, where there is nobody to record', async () => {
    const { id } = await newestEntry();
    const answer = await offered('');
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'A token is needed.']);
    expect((await newestEntry()).id).toBe(id);
    expect(await kept()).toEqual(before);
  });
});

it.each(['/../elevate', '/elevate/..', '/.'])('%s is no prefix: no browser asks for it', async (prefix) => {
  const answer = await asAdmin('PUT', `/remotes/${NAME}/prefixes`, { prefixes: ['/elevate', prefix] });
  expect([answer.statusCode, answer.json().details.issues]).toEqual([
    400,
    [{ path: '/prefixes', message: 'Browsers take . and .. out of addresses: nothing begins with them' }],
  ]);
});

it('who manages the part in one environment alone does not say where its paths may begin: that holds for all of them', async () => {
  const token = await issueTestToken(registry, 'manages-staging', ['admin'], [NAME], { environments: ['staging'] });
  const set = await registry.server.inject({
    ...({ method: 'PUT', url: `/registry/v1/remotes/${NAME}/prefixes` } as const),
    ...{ headers: { authorization: `Bearer ${token}` }, payload: { prefixes: null } },
  });
  expect([set.statusCode, set.json().error]).toEqual([403, 'This token does not cover every environment.']);
});

it('what is theirs is published then, under the same version', async () => {
  expect((await offered(await own(), { routes: page('/playbooks/:id?') })).statusCode).toBe(201);
  expect((await kept()).files).toContain(`releases/${NAME}/${VERSION}/release.json`);
});

async function own(): Promise<string> {
  return registry.tokens.publish;
}

async function toPromote(): Promise<string> {
  return registry.tokens.promote;
}

async function ofAnotherPart(): Promise<string> {
  return issueTestToken(registry, 'of-another', ['publish'], ['mf-other']);
}
