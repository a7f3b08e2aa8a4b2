import { mkdir, readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { signed, testTarget } from '../testing/fixtures';
import { StateWriter } from './state-writer';

afterEach(() => void jest.useRealTimers());

const state = (number: number) => ({ envelope: signed(testTarget(number)), releases: [] });

it('a state is never written over a later one, and the last one is written', async () => {
  const begun: string[] = [];
  let finish = (): void => undefined;
  const writer = new StateWriter('kept.json', silentLogger(), JSON.stringify, (_file, text) => {
    begun.push(text);
    return new Promise((resolve) => (finish = resolve));
  });
  writer.keep(state(1));
  await new Promise(setImmediate);
  writer.keep(state(2));
  writer.keep(state(3));
  await new Promise(setImmediate);
  expect(begun).toEqual([JSON.stringify(state(1))]);
  finish();
  await new Promise(setImmediate);
  finish();
  await writer.settled();
  expect(begun.slice(1)).toEqual([JSON.stringify(state(3))]);
});

it('a state that cannot be written keeps no later one from it', async () => {
  const written: string[] = [];
  const writer = new StateWriter('kept.json', silentLogger(), JSON.stringify, async (_file, text) => {
    if (text === JSON.stringify(state(1))) throw new Error('the disk is full');
    written.push(text);
  });
  writer.keep(state(1));
  await writer.settled();
  writer.keep(state(2));
  await writer.settled();
  expect(written).toEqual([JSON.stringify(state(2))]);
});

it('a state that cannot be written leaves nothing beside its file, and is written as soon as it can be', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const directory = await createTestDirectory();
  const file = join(directory.path, 'kept.json');
  await mkdir(file);
  const writer = new StateWriter(file, silentLogger());
  writer.keep(state(1));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await writer.settled();
    expect(await readdir(directory.path)).toEqual(['kept.json']);
    jest.advanceTimersByTime(10_000);
  }
  await writer.settled();
  await rmdir(file);
  jest.advanceTimersByTime(10_000);
  await writer.settled();
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify(state(1)));
  await directory.remove();
});

it('a state that could not be written is not tried again once there is a later one', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const tried: string[] = [];
  const writer = new StateWriter('kept.json', silentLogger(), JSON.stringify, async (_file, text) => {
    if (tried.push(text) === 1) throw new Error('the disk is full');
  });
  writer.keep(state(1));
  await writer.settled();
  writer.keep(state(2));
  await writer.settled();
  jest.advanceTimersByTime(60_000);
  await writer.settled();
  expect(tried).toEqual([state(1), state(2)].map((kept) => JSON.stringify(kept)));
});
