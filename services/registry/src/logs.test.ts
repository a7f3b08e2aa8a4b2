import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@site/platform/logging';
import { createFailingQueries, type FailingQueries } from '@site/platform/testing/failing-queries';
import { MARK, type Prepare, type RouteRequest, routeCases } from './routes-testing';
import { testVerifier } from './testing-people';
import { createTestWorker, startTestRegistry, type TestRegistry } from './testing';
import { createAddressPolicy } from './webhooks/address-policy';
import { startReceiver } from './webhooks/testing';
import { createWebhookWorker, type WebhookWorker } from './worker/webhook-worker';

/** Answered without a query. */
const READS_NOTHING = ['GET /sign-in'];

const logger = createLogger({ level: 'trace', destination: { write: (line) => void (logged += line) } });
const webhooks = { production: true, hosts: ['127.0.0.1'] };
const provider = {
  issuer: 'https://auth.example.com',
  ...{ authorization_endpoint: 'https://auth.example.com/a', token_endpoint: 'https://auth.example.com/t' },
  ...{ revocation_endpoint: 'https://auth.example.com/r', client_id: MARK, scope: 'openid', redirect_uris: ['http://127.0.0.1/'] },
};
const clock = { now: new Date() };

let logged = '';
let registry: TestRegistry;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let planWorker: Awaited<ReturnType<typeof createTestWorker>>;
let webhookWorker: WebhookWorker;
let cases: Record<string, Prepare>;
let secrets: Set<string>;
let queries: FailingQueries;
beforeAll(async () => {
  receiver = await startReceiver();
  const signIn = { verifier: testVerifier, provider };
  registry = await startTestRegistry({ environments: ['production', MARK], logger, webhooks, signIn });
  planWorker = await createTestWorker(registry, clock, async () => new Map(), logger);
  const { database } = registry;
  webhookWorker = await createWebhookWorker({
    ...{ database, policy: createAddressPolicy(webhooks), logger, now: () => clock.now, random: () => 0 },
  });
  ({ cases, secrets } = await routeCases(registry, { receiver, carryOn: () => look(planWorker) }));
});
beforeEach(() => {
  logged = '';
  queries = createFailingQueries();
});
afterEach(() => queries.restore());
afterAll(async () => {
  await webhookWorker.stop();
  await planWorker.stop();
  await receiver.stop();
  await registry.stop();
});

/** When whatever was asked for is due. */
const LATER_MS = 2 * 3_600_000;
async function look(worker: { look: () => Promise<unknown> }): Promise<void> {
  clock.now = new Date(Date.now() + LATER_MS);
  await worker.look();
}

/** Makes a request, of which the beginning of the answer is enough: a stream of events has no end. @returns Its status. */
async function statusOf(request: RouteRequest): Promise<number> {
  const answer = await registry.server.inject({ ...request, payloadAsStream: true });
  answer.stream().resume();
  return answer.statusCode;
}

function expectNothingLogged(): void {
  expect(logged).toContain('"statement":');
  expect(new RegExp(`.{0,200}${MARK}.{0,80}`).exec(logged)?.[0]).toBeUndefined();
  expect([...secrets].filter((secret) => logged.includes(secret))).toEqual([]);
}

describe('when a query fails, the logs name the statement, but neither what was sent nor who sent it', () => {
  it('in every route', async () => {
    const { paths } = (await registry.server.inject('/registry/v1/openapi.json')).json() as { paths: Record<string, object> };
    const offered = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
    expect(Object.keys(cases).sort()).toEqual(offered.sort());
    const untouched: string[] = [];
    const failed = new Set<string>();
    for (const [name, prepare] of Object.entries(cases)) {
      const request = await prepare();
      let status = 0;
      const texts = await queries.textsOf(async () => (status = await statusOf(request)));
      expect([name, status]).toEqual([name, status < 300 ? status : 'answered well']);
      if (texts.length === 0) untouched.push(name);
      // Whatever fails is answered in one place: each statement fails once, and in each route the one that only it makes, or its last.
      const fresh = [...new Set(texts)].filter((text) => !failed.has(text));
      for (const text of fresh.length > 0 ? fresh : texts.slice(-1)) {
        const again = await prepare();
        // What an answer does not wait for may come too late to be seen here.
        if (await queries.failText(text, () => statusOf(again))) failed.add(text);
      }
    }
    expect(failed.size).toBeGreaterThan(100);
    expect(secrets.size).toBeGreaterThan(20);
    expectNothingLogged();
    expect(untouched).toEqual(READS_NOTHING);
  });

  it('in the workers', async () => {
    for (const [kind, worker, prepared] of [
      ['plans', planWorker, 'POST /environments/{environment}/plans'],
      ['webhooks', webhookWorker, 'POST /webhooks/{name}/test'],
    ] as const) {
      let failures = 0;
      for (let hasFailed = true; hasFailed; failures += hasFailed ? 1 : 0) {
        await registry.database.query('truncate registry.webhooks cascade');
        const asked = await registry.server.inject(await cases[prepared]!());
        expect([kind, asked.statusCode < 300]).toEqual([kind, true]);
        // What is thrown here is logged by whatever makes it look.
        const looked = () => look(worker).catch((err: unknown) => logger.warn({ err }, `${kind} cannot be read`));
        hasFailed = await queries.failAt(failures + 1, looked);
      }
      expect([kind, failures > 6]).toEqual([kind, true]);
    }
    expect(receiver.heard.length).toBeGreaterThan(0);
    expectNothingLogged();
  });
});
