/**
 * Every route of the registry against its own document, as `conformance-suite.ts` does it for the site: `CONFORMANCE_RUNS` requests to each (default
 * 10), of which some are good and the others made of good ones. No answer is a 5xx, and no answer is outside the document.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MARK, type Prepare, type RouteRequest, routeCases } from '@site/registry/routes-testing';
import { createTestWorker, issueTestToken, publish, startTestRegistry, type TestRegistry } from '@site/registry/testing';
import { accessTokenOf, testVerifier } from '@site/registry/testing-people';
import { startReceiver } from '@site/registry/webhooks/testing';
import fc from 'fast-check';
import type { Knowledge } from './arbitrary-from-schema';
import { expectDocumented } from './documented';
import { type Operation, operationsOf } from './operations';
import { changesOf, type MadeRequest, written } from './registry-requests';

const RUNS = Number(process.env.CONFORMANCE_RUNS ?? 10);
/** Good requests of which others are made. */
const SAMPLES = 2;
jest.setTimeout(60_000 + RUNS * 600);

const provider = {
  issuer: 'https://auth.example.com',
  ...{ authorization_endpoint: 'https://auth.example.com/a', token_endpoint: 'https://auth.example.com/t' },
  ...{ revocation_endpoint: 'https://auth.example.com/r', client_id: MARK, scope: 'openid', redirect_uris: ['http://127.0.0.1/'] },
};
/** Good requests rely on the environment {@link MARK} as it is: what is made of them may change this copy of it. */
const COPY = `${MARK}-copy`;
/** They rely on the releases, too: what is made of them may withdraw this one. */
const SPARE = `1.0.2-${MARK}`;
/** Values that meet what there is, and may change it. */
const known: Knowledge = {
  name: fc.constantFrom(MARK, 'mf-a', `mf-${MARK}`, 'shell'),
  environment: fc.constantFrom(COPY, 'production', 'nowhere'),
  expectedRevision: fc.nat({ max: 3 }),
  version: fc.constantFrom(`1.0.0-${MARK}`, SPARE, '0.0.1'),
  id: fc.oneof(fc.nat({ max: 20 }), fc.uuid()),
  // A question that waits is answered as late as it says.
  wait: fc.constant(0),
};

// The registry runs before the tests are named: its document has their names.
const registry: TestRegistry = await startTestRegistry({
  ...{ environments: ['production', MARK], webhooks: { production: true, hosts: ['127.0.0.1'] } },
  signIn: { verifier: testVerifier, provider },
});
/** Reads come first, and the removal of what nobody needs: whatever the others make would only make them longer. */
const isEarly = ({ method, path }: Operation) => method === 'GET' || path === '/collections';
const operations = operationsOf((await registry.server.inject('/registry/v1/openapi.json')).json()).sort(
  (a, b) => Number(isEarly(b)) - Number(isEarly(a)),
);

const labelOf = ({ method, path }: Operation) => `${method} ${path}`;

describe('every operation of the registry', () => {
  const clock = { now: new Date() };
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let worker: Awaited<ReturnType<typeof createTestWorker>>;
  let cases: Record<string, Prepare>;
  let strangers: (string | undefined)[];
  beforeAll(async () => {
    receiver = await startReceiver();
    worker = await createTestWorker(registry, clock, async () => new Map());
    ({ cases } = await routeCases(registry, {
      receiver,
      async carryOn() {
        clock.now = new Date(Date.now() + 7_200_000);
        await worker.look();
      },
    }));
    for (const name of ['shell', `mf-${MARK}`]) await publish(registry, { name, version: SPARE, commit: MARK });
    const copying = await cases['POST /environments']!();
    const copied = await registry.server.inject({ ...copying, payload: { ...copying.payload, name: COPY } });
    expect(copied.statusCode).toBe(201);
    const reader = await issueTestToken(registry, `${MARK}-reader`, ['view'], ['*']);
    const person = accessTokenOf('somebody', { groups: ['release-manager'] });
    strangers = [undefined, 'Bearer', 'Bearer a.b.c', 'Basic YTpi', `Bearer ${reader}`, `Bearer ${person}`];
  });
  afterAll(async () => {
    await worker.stop();
    await receiver.stop();
    await registry.stop();
  });

  it('has a good request', () => {
    expect(Object.keys(cases).sort()).toEqual(operations.map(labelOf).sort());
  });

  it.each(operations.map((operation) => [labelOf(operation), operation] as const))(
    '%s answers what it says, whatever it is sent',
    async (label, operation) => {
      const prepare = cases[label] as Prepare;
      const sample: RouteRequest[] = [];
      for (let made = 0; made < SAMPLES; made += 1) sample.push(await prepare());
      const elsewhere = operation.responses.default;
      let turn = 0;
      await fc.assert(
        fc.asyncProperty(changesOf(operation, sample, strangers, known), async (change) => {
          const request = written(change ? sample[(turn += 1) % SAMPLES]! : await prepare());
          await expectConformance(operation, change ? change(request) : request, change ? elsewhere : undefined);
        }),
        { numRuns: RUNS, endOnFailure: true, examples: [[null]] },
      );
    },
  );

  async function expectConformance(operation: Operation, request: MadeRequest, elsewhere?: Operation['responses'][string]): Promise<void> {
    const { method, url, payload } = request;
    const leaving = new AbortController();
    const answer = await registry.server.inject({ ...request, payloadAsStream: true, signal: leaving.signal });
    const { statusCode, headers } = answer;
    const type = String(headers['content-type']);
    const shown = { method, url, payload: payload?.toString().slice(0, 2000) };
    let body: unknown;
    if (type.startsWith('text/event-stream')) leaving.abort();
    else {
      const chunks: Buffer[] = [];
      for await (const chunk of answer.stream()) chunks.push(chunk as Buffer);
      body = type.startsWith('application/json') ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
    }
    // Beacons are limited by the minute.
    const isOneTooMany = statusCode === 429 && operation.path === '/beacons';
    expectDocumented(operation, { statusCode, body, request: shown }, elsewhere);
    if (elsewhere === undefined)
      expect({ request: shown, statusCode, isGood: statusCode < 300 || isOneTooMany }).toMatchObject({ isGood: true });
  }
});
