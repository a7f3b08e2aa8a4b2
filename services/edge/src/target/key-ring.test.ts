import { expect, it, jest } from '@jest/globals';
import { generateSigningKey, readSigningKey, signTarget, type TrustedKeys, trust } from '@site/release-model/envelope';
import { testKey, testKeys, testShell, testTarget } from '../testing/fixtures';
import { KeyRing } from './key-ring';

const REST_MS = 60_000;
const fresh = readSigningKey(generateSigningKey());
const envelope = signTarget(testTarget(1, testShell()), fresh);

it('all who come while the keys are read get those that are read, and the keys are read once for them', async () => {
  let arrive: (keys: TrustedKeys) => void = () => undefined;
  const read = jest.fn(() => new Promise<TrustedKeys>((resolve) => (arrive = resolve)));
  const ring = new KeyRing(read);
  const both = Promise.all([ring.for(envelope, REST_MS), ring.for(envelope, REST_MS)]);
  const keys = trust(testKey, fresh);
  arrive(keys);
  expect(await both).toEqual([keys, keys]);
  expect(read).toHaveBeenCalledTimes(1);
});

it('keys that could not be read are not read again before the rest is over, and those that are known still count', async () => {
  const read = jest.fn(async () => testKeys);
  const ring = new KeyRing(read);
  const known = signTarget(testTarget(1, testShell()), testKey);
  await ring.for(known);
  read.mockRejectedValue(new Error('the disk is away'));
  await expect(ring.for(envelope)).rejects.toThrow('The trusted keys cannot be read.');
  await expect(ring.for(envelope, REST_MS)).rejects.toThrow('The trusted keys cannot be read.');
  expect(await ring.for(known, REST_MS)).toBe(testKeys);
  expect(read).toHaveBeenCalledTimes(2);
});
