import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { silentLogger } from '@site/platform/logging';
import { startHousekeeping } from './housekeeping';
import type { ProviderHost } from './oidc/provider-host';

const FIVE_MINUTES = 5 * 60_000;

const databaseThatDeletes = (where: () => Promise<void>) => ({ db: { delete: () => ({ where }) } }) as unknown as Database;
const hostThatRefreshes = (refreshKeys: () => Promise<void>) => ({ refreshKeys }) as ProviderHost;
const failing = () => Promise.reject(new Error('the database went away'));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('looks for changed signing keys while nothing can be deleted', async () => {
  const refreshKeys = jest.fn(() => Promise.resolve());
  const stop = startHousekeeping(databaseThatDeletes(failing), hostThatRefreshes(refreshKeys), silentLogger());
  await jest.advanceTimersByTimeAsync(FIVE_MINUTES);
  await stop();
  expect(refreshKeys).toHaveBeenCalled();
});

it('ends once the run in progress is done, which no other overtakes', async () => {
  const begun: (() => void)[] = [];
  const deleting = () => new Promise<void>((_resolve, reject) => begun.push(() => reject(new Error('the database went away'))));
  const stop = startHousekeeping(databaseThatDeletes(deleting), hostThatRefreshes(failing), silentLogger());
  await jest.advanceTimersByTimeAsync(3 * FIVE_MINUTES);
  expect(begun).toHaveLength(1);
  let hasEnded = false;
  const ended = stop().then(() => (hasEnded = true));
  await jest.advanceTimersByTimeAsync(FIVE_MINUTES);
  expect(hasEnded).toBe(false);
  for (const end of begun) end();
  await ended;
});
