import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { openSeal, sealKey } from '@site/release-model/seal';
import { testRemote, testShell, testTarget } from '../testing/fixtures';
import { Seals } from './seals';

const { privateKey } = generateKeyPairSync('ed25519');
const keyOf = (day: string) => sealKey(privateKey, 'production', day);
const given = (...days: string[]) => ({ seals: days.map((day) => ({ day, key: keyOf(day).toString('base64url') })) });
const target = testTarget(1, testShell(), testRemote());
const choice = { cohorts: [], shellFallback: false };

it('documents have the seal of their day also when the day of the registry has begun before that of the edge', () => {
  let now = new Date('2026-11-22T23:59:59Z');
  const seals = new Seals({ now: () => now });
  const day = () => {
    const seal = seals.sealOf(target, choice);
    return seal && openSeal(seal, ({ day: of }) => keyOf(of))?.day;
  };
  seals.learn(given('2026-11-22', '2026-11-23'));
  expect(day()).toBe('2026-11-22');
  seals.learn(given('2026-11-23', '2026-11-24'));
  expect(day()).toBe('2026-11-22');
  now = new Date('2026-11-23T00:00:00Z');
  expect(day()).toBe('2026-11-23');
  // The key of a day that is over is forgotten.
  seals.learn(given('2026-11-24'));
  now = new Date('2026-11-22T23:59:59Z');
  expect(day()).toBeNull();
});
