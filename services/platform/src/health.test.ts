import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { Registry } from 'prom-client';
import { healthPlugin } from './health';
import { metricsPlugin } from './metrics';
import { createTestServer } from './testing/test-server';

let server: FastifyInstance;
let failure: Error | null = new Error('there is nothing to serve');
const lines: { msg: string; check?: string; reason?: string; err?: unknown }[] = [];

beforeAll(async () => {
  const logger = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  server = createTestServer({ logger });
  const check = async () => {
    if (failure) throw failure;
  };
  const metrics = new Registry();
  await server.register(metricsPlugin, { registry: metrics });
  await server.register(healthPlugin, { checks: { edge: check }, metrics });
});
afterAll(() => server.close());

const probe = async () => (await server.inject('/readyz')).statusCode;
const notes = () => lines.filter(({ check }) => check === 'edge').map(({ msg, reason }) => [msg, reason]);

describe('probes every few seconds', () => {
  it('leave one line for a failure that stays, one for another, and one for its end', async () => {
    expect([await probe(), await probe(), await probe()]).toEqual([503, 503, 503]);
    expect(notes()).toEqual([['not ready', 'there is nothing to serve']]);
    failure = new Error('the disk is gone');
    await probe();
    failure = null;
    expect([await probe(), await probe()]).toEqual([200, 200]);
    expect(notes().slice(1)).toEqual([
      ['not ready', 'the disk is gone'],
      ['ready again', undefined],
    ]);
    expect(lines.filter(({ err }) => err)).toEqual([]);
  });
});

it('the figures say whether it is ready, though nobody has asked before', async () => {
  const figure = async () => /^service_ready (\d)$/m.exec((await server.inject('/metrics')).body)?.[1];
  failure = new Error('the disk is gone');
  expect(await figure()).toBe('0');
  failure = null;
  expect(await figure()).toBe('1');
});
