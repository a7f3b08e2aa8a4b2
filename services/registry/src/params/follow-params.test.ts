import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createTestDatabase, createTestDirectory } from '@site/platform/testing';
import type { Database } from '@site/platform/database';
import { createLogger, type Logger, silentLogger } from '@site/platform/logging';
import type { Revision } from '@site/release-model/revision';
import { current, promote, publish, startTestRegistry, testParams, type TestRegistry } from '../testing';
import { followParams } from './follow-params';
import { ParamsSource } from './params-source';

let database: Database;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let running: TestRegistry[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  directory = await createTestDirectory();
});
afterEach(async () => {
  jest.useRealTimers();
  for (const registry of running) await registry.stop();
  running = [];
  await database.close();
  await directory.remove();
});

const write = (params: object) => writeFile(`${directory.path}/params.json`, JSON.stringify(params));
async function start(defaults = testParams, logger?: Logger): Promise<TestRegistry> {
  const registry = await startTestRegistry({ database, params: { defaults, file: `${directory.path}/params.json` }, logger });
  running.push(registry);
  return registry;
}
async function untilNumber(registry: TestRegistry, number: number): Promise<Revision> {
  for (;;) {
    const revision = await current(registry);
    if (revision.number >= number) return revision;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('gives the first target the parameters that the file makes of the defaults', async () => {
  await write({ brand: 'From the file' });
  const registry = await start();
  await publish(registry, { name: 'shell', version: '1.0.0' });
  expect(((await promote(registry, 0, 'shell@1.0.0')).json() as Revision).target.params).toEqual({ ...testParams, brand: 'From the file' });
});

it('takes a message of maintenance and an analytics tag of which nothing is to be seen for none', async () => {
  await write({ maintenance_message: ' \n', analytics_tag: '' });
  const registry = await start();
  await publish(registry, { name: 'shell', version: '1.0.0' });
  expect(((await promote(registry, 0, 'shell@1.0.0')).json() as Revision).target.params).toEqual(testParams);
});

it('makes the file live when it changes, says so in the history, and keeps to the last good one', async () => {
  let refuse: () => void;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  const destination = { write: (line: string) => void (line.includes('parameters stay as they were') && refuse()) };
  const registry = await start(testParams, createLogger({ destination }));
  await publish(registry, { name: 'shell', version: '1.0.0' });
  await promote(registry, 0, 'shell@1.0.0');
  await write({ maintenance_message: 'Back at noon.' });
  expect(await untilNumber(registry, 2)).toMatchObject({
    ...{ number: 2, cause: 'params', createdBy: 'params-file' },
    changes: [{ name: 'params', field: 'maintenance_message', from: null, to: '"Back at noon."' }],
    target: { params: { maintenance_message: 'Back at noon.' } },
  });
  await write({ brand: 7 });
  await refused;
  expect((await current(registry)).number).toBe(2);
  await write({});
  expect((await untilNumber(registry, 3)).target.params).toEqual(testParams);
});

it('makes changed defaults live when it starts, once, and nothing when nothing has changed', async () => {
  const first = await start();
  await publish(first, { name: 'shell', version: '1.0.0' });
  await promote(first, 0, 'shell@1.0.0');
  await start();
  expect((await current(first)).number).toBe(1);
  const changed = { ...testParams, brand: 'Renamed' };
  await Promise.all([start(changed), start(changed)]);
  expect(await current(first)).toMatchObject({ number: 2, cause: 'params', target: { params: { brand: 'Renamed' } } });
});

it('stops the start when the file cannot be used', async () => {
  await write({ unknown: true });
  await expect(start()).rejects.toThrow('cannot be used');
});

it('tries again once, however many environments have failed, and no more once it is ended', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  const execute = jest.fn(() => Promise.reject(new Error('The database is away')));
  const end = await followParams({
    source: await ParamsSource.open({ defaults: testParams, file: `${directory.path}/params.json` }, silentLogger()),
    execute: Object.assign(execute, { within: execute, prepare: execute }),
    environments: async () => ['production', 'staging', 'preview'],
    logger: silentLogger(),
  });
  await jest.advanceTimersByTimeAsync(5_000);
  await end();
  expect(execute).toHaveBeenCalledTimes(6);
  expect(jest.getTimerCount()).toBe(0);
});
