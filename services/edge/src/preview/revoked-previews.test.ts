import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { generateSigningKey, readSigningKey } from '@site/release-model/envelope';
import { type RevokedPreview, signRevokedPreviews } from '@site/release-model/revoked-previews';
import { KeyRing } from '../target/key-ring';
import { testKey, testKeys } from '../testing/fixtures';
import { RevokedPreviews } from './revoked-previews';

const NOON = '2026-11-23T12:00:00.000Z';
const [first, second] = [
  { id: 'first', expiresAt: '2026-11-24T00:00:00.000Z' },
  { id: 'second', expiresAt: '2026-11-30T00:00:00.000Z' },
];
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeAll(async () => {
  directory = await createTestDirectory();
});
afterAll(() => directory.remove());

const known = (file: string, clock = { now: new Date(NOON) }, logger = silentLogger()) =>
  new RevokedPreviews({
    ...{ environment: 'production', file: join(directory.path, file), logger, now: () => clock.now },
    keys: new KeyRing(async () => testKeys),
  });
const statement = (revoked: RevokedPreview[], { environment = 'production', key = testKey } = {}) =>
  signRevokedPreviews({ schema: 1, environment, revoked }, key);

const daysAfter = (time: string, days: number) => new Date(Date.parse(time) + days * 86_400_000);

it('what was revoked stays so until it would have expired, whatever a later statement leaves out', async () => {
  const clock = { now: new Date(NOON) };
  const previews = known('kept.json', clock);
  expect(await previews.offer(statement([first]))).toBe(true);
  expect(await previews.offer(statement([]))).toBe(true);
  expect([previews.has('first'), previews.has('second')]).toEqual([true, false]);
  await previews.settled();
  const later = known('kept.json', clock);
  await later.restore();
  expect(later.has('first')).toBe(true);
  clock.now = daysAfter(first!.expiresAt, 30);
  await later.offer(statement([second!]));
  expect([later.has('first'), later.has('second')]).toEqual([false, true]);
});

it('a clock that is ahead for a while makes an edge forget nothing, in memory or on disk', async () => {
  const clock = { now: new Date(NOON) };
  const previews = known('ahead.json', clock);
  await previews.offer(statement([first!]));
  clock.now = daysAfter(first!.expiresAt, 29);
  await previews.offer(statement([second!]));
  await previews.settled();
  const later = known('ahead.json', clock);
  await later.restore();
  clock.now = new Date(NOON);
  expect([previews, later].map((edge) => [edge.has('first'), edge.has('second')])).toEqual([
    [true, true],
    [true, true],
  ]);
});

it('only what a trusted key signed for this environment is believed, and a damaged file is like none', async () => {
  const previews = known('none.json');
  await previews.restore();
  for (const envelope of [
    statement([first!], { key: readSigningKey(generateSigningKey()) }),
    statement([first!], { environment: 'staging' }),
    { revoked: [first] },
  ])
    expect(await previews.offer(envelope)).toBe(false);
  expect(previews.has('first')).toBe(false);
});

it('a file that is there and cannot be read is in the log, and one that is not there yet is not', async () => {
  const logger = silentLogger();
  const error = jest.spyOn(logger, 'error');
  await known('not-there.json', undefined, logger).restore();
  expect(error).not.toHaveBeenCalled();
  await mkdir(join(directory.path, 'folder.json'));
  await known('folder.json', undefined, logger).restore();
  const err = expect.objectContaining({ code: 'EISDIR' });
  expect(error.mock.calls).toEqual([[{ err }, 'revoked previews that were kept cannot be read']]);
});
