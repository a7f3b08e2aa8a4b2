import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { byName, current, issueTestToken, promote, publish, read, sendCommand, startTestRegistry, type TestRegistry } from '../testing';

let registry: TestRegistry;
/** Another registry on the same database. */
let other: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  const { database, storage, signingKey } = registry;
  other = await startTestRegistry({ database, storage, signingKey });
  for (const name of ['shell', 'mf-a']) await publish(registry, { name, version: '1.0.0' });
  await publish(registry, { name: 'mf-a', version: '1.0.1' });
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  await sendCommand(registry, 1, { kind: 'canary', releases: byName('mf-a@1.0.1'), basisPoints: 100 });
});
afterAll(async () => {
  await other.stop();
  await registry.stop();
});

const create = (payload: object, token = registry.tokens.admin) =>
  registry.server.inject({ method: 'POST', url: '/registry/v1/environments', headers: { authorization: `Bearer ${token}` }, payload });
const remove = (name: string, token = registry.tokens.admin) =>
  registry.server.inject({ method: 'DELETE', url: `/registry/v1/environments/${name}`, headers: { authorization: `Bearer ${token}` } });
const promoteIn = (environment: string, expectedRevision: number, release: string) =>
  registry.server.inject({
    method: 'POST',
    url: `/registry/v1/environments/${environment}/commands`,
    headers: { authorization: `Bearer ${registry.tokens.promote}` },
    payload: { expectedRevision, command: { kind: 'promote', releases: byName(release) } },
  });
const refusal = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const status = async (of: TestRegistry, name: string) => (await of.server.inject(`/registry/v1/environments/${name}`)).statusCode;

describe('an environment', () => {
  it('that copies another begins with its stable releases, and has a sequence of its own from then on', async () => {
    const made = await create({ name: 'staging', copies: 'production' });
    expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({ name: 'staging', epoch: 1, revision: 1, lock: null })]);
    const first = (await registry.server.inject('/registry/v1/environments/staging/revisions/current')).json();
    expect(first).toMatchObject({ number: 1, cause: 'promote', createdBy: 'local-admin', reason: 'copy of production' });
    expect(first.target).toMatchObject({
      environment: 'staging',
      parts: { shell: { stable: { version: '1.0.0' } }, 'mf-a': { stable: { version: '1.0.0' }, candidate: null } },
    });
    expect((await promoteIn('staging', 1, 'mf-a@1.0.1')).json()).toMatchObject({ environment: 'staging', number: 2 });
    const { environments } = (await read(registry, '/environments')).json();
    expect(environments.map(({ name, revision }: { name: string; revision: number }) => [name, revision])).toEqual([
      ['production', 2],
      ['staging', 2],
    ]);
  });

  it('is known to every registry of the database, and to tokens, as soon as it is made, and unknown once it is removed', async () => {
    expect(await status(other, 'canada')).toBe(404);
    expect((await create({ name: 'canada', reason: 'For the new market.' })).statusCode).toBe(201);
    expect([await status(registry, 'canada'), await status(other, 'canada')]).toEqual([200, 200]);
    const forToken = { name: 'canada-ci', verbs: ['promote'], parts: ['mf-a'], environments: ['canada'] };
    const headers = { authorization: `Bearer ${other.tokens.admin}` };
    const token = await other.server.inject({ method: 'POST', url: '/registry/v1/tokens', headers, payload: forToken });
    expect(token.statusCode).toBe(201);

    expect((await remove('canada')).statusCode).toBe(204);
    for (const of of [registry, other]) while ((await status(of, 'canada')) !== 404);
    const actions = (await read(registry, '/audit')).json().entries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['create-environment', 'remove-environment']));
  });

  it('that had a plan, but never a revision, is removed with it', async () => {
    await create({ name: 'peru' });
    const plan = await registry.server.inject({
      method: 'POST',
      url: '/registry/v1/environments/peru/plans',
      headers: { authorization: `Bearer ${registry.tokens.promote}` },
      payload: {
        ...{ releases: byName('shell@1.0.0'), steps: [{ basisPoints: 10_000, minutes: null }], expectedRevision: 0 },
        startsAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
    });
    expect(plan.statusCode).toBe(201);
    expect((await remove('peru')).statusCode).toBe(204);
    expect(await status(registry, 'peru')).toBe(404);
  });

  it('that has had a revision is not removed', async () => {
    expect(refusal(await remove('production'))).toEqual([409, 'environment-in-use']);
    expect((await read(registry, '/environments/production')).json().revision).toBe(2);
  });

  it('that cannot begin with what it copies is not made', async () => {
    expect(refusal(await create({ name: 'copy', copies: 'mars' }))).toEqual([404, 'environment-not-found']);
    expect(await status(registry, 'copy')).toBe(404);
    expect((await create({ name: 'empty' })).statusCode).toBe(201);
    expect((await create({ name: 'empty-too', copies: 'empty' })).json()).toMatchObject({ revision: 0 });
  });

  it.each<[string, number, string]>([
    ['production', 409, 'environment-exists'],
    ['Canada', 400, 'invalid-request'],
    ['1st', 400, 'invalid-request'],
    ['a'.repeat(41), 400, 'invalid-request'],
    ['../tokens', 400, 'invalid-request'],
  ])('is not made as %s', async (name, expected, code) => {
    expect(refusal(await create({ name }))).toEqual([expected, code]);
  });

  it('is made and removed by who manages everything everywhere', async () => {
    const team = await issueTestToken(registry, 'admin-of-a', ['admin'], ['mf-a']);
    const here = await issueTestToken(registry, 'admin-here', ['admin'], ['*'], { environments: ['production'] });
    for (const token of [registry.tokens.promote, team, here]) {
      expect((await create({ name: 'never' }, token)).statusCode).toBe(403);
      expect((await remove('production', token)).statusCode).toBe(403);
    }
    expect((await registry.server.inject('/registry/v1/environments')).statusCode).toBe(401);
  });

  it('that there is not is not found, and is told which there are', async () => {
    for (const answer of [
      await remove('mars'),
      await promoteIn('mars', 0, 'shell@1.0.0'),
      await read(registry, '/environments/mars/rules'),
    ]) {
      expect(refusal(answer)).toEqual([404, 'environment-not-found']);
      expect(answer.json()).toMatchObject({ details: { environments: expect.arrayContaining(['production', 'staging']) } });
    }
  });
});

it('an environment begins with what is live in the other one when it is made, also where that changes just before', async () => {
  const { number } = await current(registry);
  const { stat } = registry.storage;
  let promoted: Promise<unknown> | undefined;
  jest.spyOn(registry.storage, 'stat').mockImplementation(async (key) => {
    // The promotion asks too, and waits for no other.
    if (!promoted) await (promoted = Promise.resolve(promote(registry, number, 'mf-a@1.0.1')));
    return stat(key);
  });
  const made = await create({ name: 'newest', copies: 'production' });
  jest.restoreAllMocks();
  expect([made.statusCode, await promoted]).toMatchObject([201, { statusCode: 201 }]);
  const first = (await registry.server.inject('/registry/v1/environments/newest/revisions/current')).json();
  expect(first.target.parts['mf-a']).toMatchObject({ stable: { version: '1.0.1' } });
});
