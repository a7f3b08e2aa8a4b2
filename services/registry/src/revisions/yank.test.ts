/** What a yank and its end do, and that they hold in every environment. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
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
  startTestRegistry,
  type TestRegistry,
} from '../testing';

let registry: TestRegistry;
let count = 0;
beforeAll(async () => {
  registry = await startTestRegistry({ environments: ['production', 'staging'] });
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.0.1', '1.0.2', '1.0.3']) await publish(registry, { name: 'mf-a', version });
});
beforeEach(async () => {
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
});
afterAll(() => registry.stop());

const release = { name: 'mf-a', version: '1.0.1' };
const inStaging = (command: object, { token = registry.tokens.promote, dryRun = false, expectedRevision = 1 } = {}) =>
  registry.server.inject({
    method: 'POST',
    url: `/registry/v1/environments/staging/commands?dryRun=${dryRun}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { command, expectedRevision },
  });
const startStaging = () => inStaging({ kind: 'promote', releases: byName('shell@1.0.0', 'mf-a@1.0.0') }, { expectedRevision: 0 });
const refusal = (answer: Awaited<ReturnType<typeof inStaging>>) => [answer.statusCode, answer.json().code, answer.json().error];
/** Of whoever may promote the part in these environments. */
const tokenFor = (...environments: string[]) =>
  issueTestToken(registry, `releaser-${(count += 1)}`, ['promote'], ['mf-a'], { environments });

it('is refused to whoever may not promote the part in every environment, also when it is tried out', async () => {
  await startStaging();
  const token = await tokenFor('staging');
  const told = [403, 'forbidden', 'This token does not cover mf-a in the environment production.'];
  for (const dryRun of [true, false]) expect(refusal(await inStaging({ kind: 'yank', release }, { token, dryRun }))).toEqual(told);
  await sendCommand(registry, 1, { kind: 'yank', release });
  expect(refusal(await inStaging({ kind: 'restore', release }, { token }))).toEqual(told);
  const everywhere = await tokenFor('production', 'staging');
  expect((await inStaging({ kind: 'restore', release }, { token: everywhere })).statusCode).toBe(201);
});

it.each<[string, () => ReturnType<typeof promote>]>([
  ['live', () => promote(registry, 1, 'mf-a@1.0.1')],
  ['a candidate', () => sendCommand(registry, 1, { kind: 'canary', releases: byName('mf-a@1.0.1'), basisPoints: 500 })],
])('is refused of what is %s in another environment, and says in which', async (_what, show) => {
  await startStaging();
  await show();
  const told = [409, 'release-live', 'mf-a@1.0.1 is live in the environment production. Roll back or promote another one there first.'];
  for (const dryRun of [true, false]) expect(refusal(await inStaging({ kind: 'yank', release }, { dryRun }))).toEqual(told);
});

it('waits until no environment is locked any more, and says which one is', async () => {
  const lock = '/registry/v1/environments/production/lock';
  const headers = { authorization: `Bearer ${registry.tokens.promote}` };
  await startStaging();
  await registry.server.inject({ method: 'POST', url: lock, headers, payload: { reason: 'The fair is on.' } });
  const told = [423, 'environment-locked', 'local-promote has locked the environment production: The fair is on.'];
  for (const dryRun of [true, false]) expect(refusal(await inStaging({ kind: 'yank', release }, { dryRun }))).toEqual(told);
  await registry.server.inject({ method: 'DELETE', url: lock, headers });
  expect((await inStaging({ kind: 'yank', release })).statusCode).toBe(201);
});

it('is refused where there is no such environment', async () => {
  const answer = await registry.server.inject({
    ...{
      method: 'POST',
      url: '/registry/v1/environments/nowhere/commands',
      headers: { authorization: `Bearer ${registry.tokens.promote}` },
    },
    payload: { command: { kind: 'yank', release }, expectedRevision: 0 },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'environment-not-found']);
});

it('and promotions at the same time, anywhere, never leave a yanked release live', async () => {
  await startStaging();
  const [yanked, promoted] = await Promise.all([inStaging({ kind: 'yank', release }), promote(registry, 1, 'mf-a@1.0.1')]);
  expect([yanked.statusCode, promoted.statusCode].sort()).toEqual([201, 409]);
});

it('a release that was yanked and restored may be a fallback and become live again, and yanked again', async () => {
  const decide = (expected: number, kind: 'yank' | 'restore', reason: string) =>
    sendCommand(registry, expected, { kind, release: { name: 'mf-a', version: '1.0.1' } }, { reason });
  const yanked = async () => (await read(registry, '/remotes/mf-a/releases/1.0.1')).json().yanked;
  await promote(registry, 1, 'mf-a@1.0.1');
  await promote(registry, 2, 'mf-a@1.0.3');
  expect((await decide(3, 'restore', 'Too early')).json().code).toBe('nothing-changes');
  await decide(3, 'yank', 'It leaks.');
  const answer = await decide(4, 'restore', 'It was the proxy.');
  const changes = [{ name: 'mf-a', field: 'yanked', from: '1.0.1', to: null }];
  expect([answer.statusCode, answer.json()]).toMatchObject([201, { number: 5, cause: 'restore', changes }]);
  expect((await current(registry)).target.parts['mf-a']?.fallback?.version).toBe('1.0.1');
  expect(await yanked()).toBeNull();
  expect((await read(registry, '/audit')).json().entries[0]).toMatchObject({
    action: 'restore',
    subject: 'mf-a@1.0.1',
    reason: 'It was the proxy.',
  });
  await decide(5, 'yank', 'It leaks after all.');
  expect(await yanked()).toMatchObject({ reason: 'It leaks after all.' });
  expect((await promote(registry, 6, 'mf-a@1.0.1')).json().code).toBe('release-yanked');
  await decide(6, 'restore', 'No.');
  expect((await promote(registry, 7, 'mf-a@1.0.1')).statusCode).toBe(201);
  const elsewhere = await issueTestToken(registry, 'elsewhere', ['promote'], ['mf-b']);
  const refused = await sendCommand(registry, 8, { kind: 'restore', release: { name: 'mf-a', version: '1.0.2' } }, { token: elsewhere });
  expect(refused.statusCode).toBe(403);
});

describe('a yanked release', () => {
  const yank = (expected: number, version: string) =>
    sendCommand(registry, expected, { kind: 'yank', release: { name: 'mf-a', version } }, { reason: 'It leaks.' });
  const shown = async (version: string) => (await read(registry, `/remotes/mf-a/releases/${version}`)).json();

  it('is no fallback, cannot go live any more, and says so', async () => {
    await promote(registry, 1, 'mf-a@1.0.1');
    await promote(registry, 2, 'mf-a@1.0.3');
    expect((await current(registry)).target.parts['mf-a']?.fallback?.version).toBe('1.0.1');
    const answer = await yank(3, '1.0.1');
    expect([answer.statusCode, answer.json().cause]).toEqual([201, 'yank']);
    expect((await current(registry)).target.parts['mf-a']?.fallback?.version).toBe('1.0.0');
    expect((await shown('1.0.1')).yanked).toEqual({ at: expect.any(String), by: 'local-promote', reason: 'It leaks.' });
    expect((await shown('1.0.3')).yanked).toBeNull();
    const listed = (await read(registry, '/remotes/mf-a/releases')).json().releases as {
      version: string;
      yanked: unknown;
    }[];
    expect(listed.filter(({ yanked }) => yanked).map(({ version }) => version)).toEqual(['1.0.1']);

    expect((await promote(registry, 4, 'mf-a@1.0.1')).json().code).toBe('release-yanked');
    expect((await rollBack(registry, 4, 2)).json().code).toBe('release-yanked');
    expect((await yank(4, '1.0.1')).json().code).toBe('nothing-changes');
    // Without a number, past it.
    expect((await rollBack(registry, 4)).json()).toMatchObject({ number: 5, restores: 1 });
  });

  it('is not live: such a one is refused, and one that never was is taken', async () => {
    expect((await yank(1, '1.0.0')).json().code).toBe('release-live');
    expect((await yank(1, '9.9.9')).json().code).toBe('release-not-found');
    const answer = await yank(1, '1.0.2');
    expect([answer.statusCode, answer.json().changes]).toEqual([201, [{ name: 'mf-a', field: 'yanked', from: null, to: '1.0.2' }]]);
  });
});
