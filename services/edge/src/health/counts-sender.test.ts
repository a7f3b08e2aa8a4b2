import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createLogger } from '@site/platform/logging';
import { RegistryAddress } from '../target/registry-address';
import { startTestRegistry, type TestRegistry, TOKEN } from '../testing/test-edge';
import { CountsSender } from './counts-sender';
import { DocumentCounts } from './document-counts';

let registry: TestRegistry;
let counts: DocumentCounts;
let sender: CountsSender;
let token: string | null;
/** Happens while a batch is sent. */
let meanwhile: () => void;

beforeEach(async () => {
  registry = await startTestRegistry();
  counts = new DocumentCounts({ now: () => new Date('2026-11-22T10:00:30Z') });
  token = TOKEN;
  meanwhile = () => undefined;
  const registryToken = async () => (meanwhile(), token);
  const address = new RegistryAddress({ registryUrl: registry.url, registryToken, environment: 'production' });
  sender = new CountsSender({ registry: address, edgeId: 'edge-1', counts, logger: createLogger({ level: 'silent' }) });
});
afterEach(() => registry.stop());

const document = () => counts.count([{ part: 'shell', release: { version: '1.0.0', id: 'a'.repeat(64) }, cohort: '', fallback: null }]);
const received = () => registry.counted.map(({ id, counts }) => ({ id, documents: counts.map(({ documents }) => documents) }));

it('sends what was counted once, and nothing when there is nothing', async () => {
  await sender.send();
  document();
  await sender.send();
  await sender.send();
  expect(received()).toEqual([{ id: expect.any(String), documents: [1] }]);
});

it('sends the same batch again until the registry takes it, then what was counted meanwhile', async () => {
  registry.answers.takesCounts = false;
  document();
  await sender.send();
  document();
  await sender.send();
  registry.answers.takesCounts = true;
  await sender.send();
  const [first, second, third, fourth] = received();
  expect([first, second, third]).toEqual([first, first, first]);
  expect(fourth).toEqual({ id: expect.any(String), documents: [1] });
  expect(fourth?.id).not.toBe(first?.id);
});

it('sends in one go what was counted before, however much is counted meanwhile', async () => {
  document();
  meanwhile = document;
  await sender.send();
  expect(received()).toHaveLength(1);
  await sender.send();
  expect(received()).toHaveLength(2);
});

it('keeps what was counted while there is no token, and sends it when the edge ends', async () => {
  token = null;
  document();
  await sender.send();
  expect(received()).toEqual([]);
  token = TOKEN;
  await sender.close();
  expect(received()).toEqual([{ id: expect.any(String), documents: [1] }]);
});
