import { expect, it } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { signed, testTarget } from '../testing/fixtures';
import { StateWriter } from './state-writer';

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
