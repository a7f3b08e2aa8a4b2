import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, silentLogger } from '@site/platform/logging';
import type { ReadHealth } from '../plans/advance-plan';
import {
  createTestWorker,
  forget,
  issueTestToken,
  makePlan,
  promote,
  publish,
  read,
  sendCommand,
  startTestRegistry,
  type TestRegistry,
} from '../testing';
import { createWebhookWorker, type WebhookWorker } from '../worker/webhook-worker';
import { createAddressPolicy } from './address-policy';
import { isSignedWith, startReceiver } from './testing';

/** Later than any time of the machine: what was queued is due. */
const START = Date.parse('2100-01-01T12:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const clock = { now: new Date(START) };
const webhooks = { production: true, hosts: ['127.0.0.1'] };
let registry: TestRegistry;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let worker: WebhookWorker;
let lines: string[];
beforeAll(async () => {
  registry = await startTestRegistry({ environments: ['production', 'staging'], now: () => clock.now, webhooks });
  receiver = await startReceiver();
  worker = await createWebhookWorker({
    ...{ database: registry.database, policy: createAddressPolicy(webhooks), now: () => clock.now, random: () => 0 },
    logger: createLogger({ destination: { write: (line) => void lines.push(line) } }),
  });
  for (const version of ['1.0.0', '1.0.1']) await publish(registry, { name: 'shell', version });
});
afterAll(async () => {
  await worker.stop();
  await receiver.stop();
  await registry.stop();
});
beforeEach(() => {
  clock.now = new Date(START);
  lines = [];
  receiver.heard.length = 0;
  receiver.status = 204;
});
afterEach(async () => {
  await registry.database.query('truncate registry.webhooks cascade');
  await forget(registry);
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, token = registry.tokens.admin) =>
  registry.server.inject({
    ...{ method, url: `/registry/v1/webhooks${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
const add = async (given: object = {}): Promise<string> => {
  const answer = await call('POST', '', { name: 'hook', url: `${receiver.url}/hook?key=hidden`, ...given });
  expect(answer.statusCode).toBe(201);
  return answer.json().secret;
};
const look = async (afterMs = 0) => {
  clock.now = new Date(clock.now.getTime() + afterMs);
  await worker.look();
};
const told = () => receiver.heard.map(({ body }) => JSON.parse(body));
const deliveries = async () => (await call('GET', '/hook/deliveries')).json().deliveries;
const audited = async () => (await read(registry, '/audit?limit=200')).json().entries;

describe('a webhook is told', () => {
  it('what it has chosen, signed, with who did it and why', async () => {
    const secret = await add({ events: ['revision.appended', 'environment.*'] });
    const release = { kind: 'promote' as const, releases: { shell: '1.0.0' } };
    await sendCommand(registry, 0, release, { reason: 'The first one' });
    await publish(registry, { name: 'mf-unheard', version: '1.0.0' });
    await look();
    expect(receiver.heard).toHaveLength(1);
    expect(isSignedWith(secret, receiver.heard[0]!)).toBe(true);
    expect(receiver.heard[0]).toMatchObject({
      path: '/hook?key=hidden',
      headers: { 'content-type': 'application/json', 'webhook-timestamp': String(START / 1000) },
    });
    expect(told()).toMatchObject([
      {
        type: 'revision.appended',
        data: {
          ...{ environment: 'production', actor: 'local-promote', subject: 'shell@1.0.0', reason: 'The first one' },
          revision: { number: 1, before: null, cause: 'promote' },
        },
      },
    ]);
  });

  it('nothing of what was refused, tried or rolled back', async () => {
    await add();
    await promote(registry, 7, 'shell@1.0.0');
    await sendCommand(registry, 0, { kind: 'promote', releases: { shell: '1.0.0' } }, { dryRun: true });
    await look();
    expect(told()).toEqual([]);
  });

  it('of its environments, and of releases, which are the same in all', async () => {
    await add({ environments: ['staging'], events: ['release.*', 'revision.appended'] });
    await promote(registry, 0, 'shell@1.0.0');
    await sendCommand(registry, 1, { kind: 'yank', release: { name: 'shell', version: '1.0.1' } });
    await look();
    expect(told()).toMatchObject([{ type: 'release.yanked', data: { environment: null, subject: 'shell@1.0.1' } }]);
  });

  it('how a plan ends, by itself or by its guard', async () => {
    await promote(registry, 0, 'shell@1.0.0');
    await add({ events: ['plan.*'] });
    const { id } = (await read(registry, '/remotes/shell/releases/1.0.1')).json() as { id: string };
    const harmful: ReadHealth = async ({ releaseIds }) =>
      new Map(releaseIds.map((each) => [each, { documents: 1_000, failures: each === id ? 500 : 0 }]));
    const plans = await createTestWorker(registry, clock, harmful);
    const share = { basisPoints: 500, minutes: 10 };
    const steps = [share, { basisPoints: 10_000, minutes: null }];
    await makePlan(registry, 1, ['shell@1.0.1'], { steps });
    await plans.look();
    clock.now = new Date(START + MINUTE_MS);
    await plans.look();
    await makePlan(registry, 3, ['shell@1.0.1'], { steps: steps.slice(1), again: true });
    await plans.look();
    await plans.stop();
    await look();
    expect(told().map(({ type, data }) => [type, data.details.endedBy])).toEqual([
      ['plan.created', undefined],
      ['plan.aborted', 'guard'],
      ['plan.created', undefined],
      ['plan.done', null],
    ]);
  });

  it('once, however many workers there are', async () => {
    await add();
    const other = await createWebhookWorker({
      ...{ database: registry.database, policy: createAddressPolicy(webhooks), now: () => clock.now },
      logger: silentLogger(),
    });
    for (const [before, version] of ['1.0.0', '1.0.1', '1.0.0', '1.0.1'].entries()) await promote(registry, before, `shell@${version}`);
    await Promise.all([worker.look(), other.look(), worker.look(), other.look()]);
    await other.stop();
    expect(told().map(({ data }) => data.revision.number)).toEqual([1, 2, 3, 4]);
  });
});

describe('what a receiver does not take', () => {
  it('is tried again later and later under the same id, and is on record with its answers', async () => {
    await add({ events: ['revision.appended'] });
    await promote(registry, 0, 'shell@1.0.0');
    receiver.status = 500;
    await look();
    await look(4_000);
    expect(receiver.heard).toHaveLength(1);
    await look(1_000);
    await look(5 * MINUTE_MS);
    receiver.status = 204;
    await look(30 * MINUTE_MS);
    await look(48 * HOUR_MS);
    expect(receiver.heard).toHaveLength(4);
    expect(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ kind: 'revision.appended', state: 'delivered', attempts: 4, nextAttemptAt: null });
    const detailed = (await call('GET', `/hook/deliveries/${delivery.id}`)).json();
    expect(detailed.payload).toBe(receiver.heard[0]?.body);
    expect(detailed.log.map(({ status, answer }: { status: number; answer: string }) => [status, answer])).toEqual([
      ...[1, 2, 3].map(() => [500, 'no, thanks']),
      [204, ''],
    ]);
  });

  it('disables the webhook at once where the receiver is gone', async () => {
    await add();
    await promote(registry, 0, 'shell@1.0.0');
    await promote(registry, 1, 'shell@1.0.1');
    receiver.status = 410;
    await look();
    await promote(registry, 2, 'shell@1.0.0');
    await look(48 * HOUR_MS);
    expect(receiver.heard).toHaveLength(1);
    expect((await call('GET', '/hook')).json()).toMatchObject({ disabled: { reason: 'The receiver answered 410 Gone.' } });
    expect((await deliveries()).map(({ state }: { state: string }) => state)).toEqual(['failed', 'failed']);
    expect(await audited()).toContainEqual(expect.objectContaining({ actor: 'registry', action: 'disable-webhook', subject: 'hook' }));
    expect((await call('POST', '/hook/test')).json()).toMatchObject({ code: 'webhook-disabled' });
    await call('POST', '/hook/enable', { reason: 'It is back' });
    await promote(registry, 3, 'shell@1.0.1');
    receiver.status = 204;
    await look();
    expect(told()[1].data.revision.number).toBe(4);
  });

  it('is given up where a person disables the webhook, with the reason on record, and nothing is queued meanwhile', async () => {
    await add({ events: ['revision.appended'] });
    await promote(registry, 0, 'shell@1.0.0');
    expect((await call('POST', '/hook/disable', {})).statusCode).toBe(400);
    const disabled = (await call('POST', '/hook/disable', { reason: 'We move.' })).json();
    expect(disabled).toMatchObject({ disabled: { at: clock.now.toISOString(), reason: 'We move. (local-admin)' } });
    expect((await call('POST', '/hook/disable', { reason: 'Again.' })).json()).toMatchObject({ code: 'webhook-disabled' });
    await promote(registry, 1, 'shell@1.0.1');
    await look(HOUR_MS);
    await call('POST', '/hook/enable', {});
    await look(HOUR_MS);
    expect(receiver.heard).toEqual([]);
    expect(await deliveries()).toMatchObject([{ kind: 'revision.appended', state: 'failed', attempts: 0 }]);
    expect(await audited()).toContainEqual(
      expect.objectContaining({ actor: 'local-admin', action: 'disable-webhook', reason: 'We move.' }),
    );
  });

  it('disables it after ten attempts of which none, and nothing else, was taken', async () => {
    await add();
    await promote(registry, 0, 'shell@1.0.0');
    receiver.status = 503;
    await look();
    for (let attempt = 2; attempt <= 10; attempt += 1) await look(24 * HOUR_MS);
    expect(receiver.heard).toHaveLength(10);
    const { webhooks: listed } = (await call('GET', '')).json();
    expect(listed).toMatchObject([{ name: 'hook', disabled: { reason: 'The receiver took nothing for about three days.' } }]);
    expect(await audited()).toContainEqual(expect.objectContaining({ actor: 'registry', action: 'disable-webhook', subject: 'hook' }));
  });

  it('is in the log by name and code, without the secret and without the address', async () => {
    const secret = await add();
    receiver.status = 500;
    await promote(registry, 0, 'shell@1.0.0');
    await look();
    expect(lines.join()).toMatch(/"webhook":"hook".*"status":500.*a webhook was not delivered/);
    for (const hidden of ['hidden', receiver.url, secret]) expect(lines.join()).not.toContain(hidden);
    expect(JSON.stringify(await audited())).not.toContain('hidden');
  });
});

describe('its secret', () => {
  it('is shown once, and rotated with both signatures for as long as receivers may know the old one', async () => {
    const first = await add();
    expect((await call('GET', '')).body).not.toContain(first);
    const rotated = (await call('POST', '/hook/rotate', { overlapHours: 2 })).json();
    expect(rotated.secret).not.toBe(first);
    expect(rotated.webhook.previousSecretUntil).toBe(new Date(START + 2 * HOUR_MS).toISOString());
    const signed = () => [first, rotated.secret].map((secret) => isSignedWith(secret, receiver.heard.at(-1)!));
    await call('POST', '/hook/test');
    await look();
    expect(signed()).toEqual([true, true]);
    await call('POST', '/hook/test');
    await look(2 * HOUR_MS);
    expect(signed()).toEqual([false, true]);
  });

  it('is not rotated again while messages are signed with the one before as promised, but by a rotation that ends that', async () => {
    const first = await add();
    const rotate = (overlapHours: number) => call('POST', '/hook/rotate', { overlapHours });
    const second: string = (await rotate(168)).json().secret;
    const refused = await rotate(24);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'webhook-in-overlap',
        error: expect.stringContaining('Until 2100-01-08 12:00 UTC messages'),
        details: { until: '2100-01-08T12:00:00.000Z' },
      },
    ]);
    const signed = async (...secrets: string[]) => {
      await call('POST', '/hook/test');
      await look();
      return secrets.map((secret) => isSignedWith(secret, receiver.heard.at(-1)!));
    };
    expect(await signed(first, second)).toEqual([true, true]);
    const third: string = (await rotate(0)).json().secret;
    expect(await signed(first, second, third)).toEqual([false, false, true]);
    expect((await rotate(24)).statusCode).toBe(200);
    clock.now = new Date(START + 24 * HOUR_MS);
    expect((await rotate(24)).statusCode).toBe(200);
  });

  it('of two rotations at once is the one that was shown: the other is refused', async () => {
    await add();
    const answers = await Promise.all([1, 2].map(() => call('POST', '/hook/rotate', {})));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await call('POST', '/hook/test');
    await look();
    const shown: string = answers.find(({ statusCode }) => statusCode === 200)!.json().secret;
    expect(isSignedWith(shown, receiver.heard.at(-1)!)).toBe(true);
  });
});

describe('on demand', () => {
  it('a test is sent whatever the webhook has chosen, and a message once more under its id', async () => {
    await add({ events: ['plan.*'] });
    const sent = (await call('POST', '/hook/test')).json();
    await look();
    expect(told()).toMatchObject([{ type: 'webhook.ping', data: { webhook: 'hook', actor: 'local-admin' } }]);
    const again = await call('POST', `/hook/deliveries/${sent.id}/redeliver`);
    expect([again.statusCode, again.json().state]).toEqual([202, 'pending']);
    await look();
    expect(receiver.heard.map(({ headers }) => headers['webhook-id'])).toEqual([sent.id, sent.id]);
    expect((await call('POST', '/hook/deliveries/msg_none/redeliver')).json()).toMatchObject({ code: 'delivery-not-found' });
  });

  it('messages of more than 30 days ago are forgotten', async () => {
    await add();
    await call('POST', '/hook/test');
    await look();
    await registry.database.query(`update registry.webhook_messages set created_at = now() - interval '31 days'`);
    const { id } = (await call('POST', '/hook/test')).json();
    await look();
    expect((await deliveries()).map((delivery: { id: string }) => delivery.id)).toEqual([id]);
  });
});

describe('who may', () => {
  it('manages tokens of every part, in the environments of the webhook', async () => {
    const url = `${receiver.url}/`;
    const part = await issueTestToken(registry, 'part', ['admin'], ['shell']);
    const staging = await issueTestToken(registry, 'staging', ['admin'], ['*'], { environments: ['staging'] });
    expect((await call('POST', '', { name: 'a', url }, registry.tokens.promote)).statusCode).toBe(403);
    expect((await call('POST', '', { name: 'a', url }, part)).json()).toMatchObject({ error: 'This token does not cover every part.' });
    expect((await call('POST', '', { name: 'a', url, environments: ['*'] }, staging)).statusCode).toBe(403);
    expect((await call('POST', '', { name: 'a', url }, staging)).json()).toMatchObject({ webhook: { environments: ['staging'] } });
    await add();
    expect((await call('GET', '', undefined, staging)).json().webhooks.map(({ name }: { name: string }) => name)).toEqual(['a']);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/enable'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['GET', '/deliveries/msg_1'],
      ['POST', '/deliveries/msg_1/redeliver'],
    ] as const)
      expect([path, (await call(method, `/hook${path}`, method === 'POST' ? {} : undefined, staging)).statusCode]).toEqual([path, 403]);
  });

  it('is told what is wrong with a request', async () => {
    await add();
    const url = `${receiver.url}/`;
    const answer = async (payload: object) => (await call('POST', '', { name: 'other', url, ...payload })).json();
    const refused = async (payload: object) => (await answer(payload)).code;
    const said = async (payload: object) => (await answer(payload)).details.issues;
    expect(await refused({ name: 'hook' })).toBe('webhook-exists');
    expect(await refused({ environments: ['nowhere'] })).toBe('environment-not-found');
    expect(await refused({ url: 'https://10.0.0.1/' })).toBe('webhook-address-refused');
    expect(await refused({ url: 'https://chat.example/\u001b[2J' })).toBe('invalid-request');
    expect(await said({ url: 'chat.example' })).toEqual([
      { path: '/url', message: 'Give a whole address, such as https://chat.example/hooks' },
    ]);
    expect(await said({ events: ['plan.*', 'release.eaten'] })).toEqual([
      { path: '/events/1', message: expect.stringMatching(/^There is no such event: name kinds such as release\.published,/) },
    ]);
    expect((await call('DELETE', '/hook')).statusCode).toBe(204);
    expect((await call('GET', '/hook')).json()).toMatchObject({ code: 'webhook-not-found' });
  });
});
