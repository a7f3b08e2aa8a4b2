import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { parseConfig } from '@site/platform/config';
import { silentLogger } from '@site/platform/logging';
import type { Storage } from '@site/platform/storage';
import { sql } from 'drizzle-orm';
import { apiConfigSchema } from './config';
import { startHousekeeping } from './housekeeping';
import { deletePictures } from './photo/photo-files';
import { createTestApi, type TestApi } from './testing/create-test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  // Its own housekeeping would do what is looked at.
  await api.server.close();
});
afterEach(() => void jest.useRealTimers());
afterAll(() => api.close());

/** Once, from beginning to end. */
const keepHouse = (storage: Storage) =>
  startHousekeeping({
    database: api.database,
    identityAdmin: api.identity.admin,
    config: parseConfig(apiConfigSchema, { NODE_ENV: 'test' }),
    logger: silentLogger(),
    storage,
    deletePhoto: (key) => deletePictures(storage, key),
  })();

const addDue = (name: string, photoKey: string | null) =>
  api.database.db.execute(sql`
    insert into api.member (subject, email, full_name, location, phone, unsubscribe_token, photo_key, deletion_due_at)
    values (${name}, ${`${name}@example.com`}, 'Ada', 'Albany', '+12345678901', ${name}, ${photoKey}, now() - interval '1 minute')`);
const members = async () => (await api.database.db.execute(sql`select subject from api.member order by subject`)).rows;

/** Answers nothing, and the time for an answer is over at once. */
function hanging(): Storage {
  let isAsked = false;
  const hang = async () => {
    if (!isAsked)
      setImmediate(() => {
        isAsked = false;
        jest.advanceTimersByTime(5_000);
      });
    isAsked = true;
    return new Promise<never>(() => {});
  };
  return { ...api.storage, list: hang, put: hang, delete: hang };
}

it('erases whom it can, forgets tokens and ends, while the store hangs', async () => {
  await addDue('ada', 'a'.repeat(48));
  await addDue('bob', null);
  await api.database.db.execute(sql`insert into api.unshown_photo (key, since) values ('forgotten', now() - interval '2 hours')`);
  await api.database.db.execute(sql`insert into api.spent_bot_token (hash, expires_at) values ('spent', now() - interval '2 hours')`);
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval', 'clearInterval'] });
  await keepHouse(hanging());
  jest.useRealTimers();
  expect(await members()).toEqual([{ subject: 'ada' }]);
  expect(await api.countRows('api.spent_bot_token')).toBe(0);
  expect(await api.countRows('api.unshown_photo')).toBe(1);

  await keepHouse(api.storage);
  expect(await members()).toEqual([]);
  expect(await api.countRows('api.unshown_photo')).toBe(0);
});

it('notes what it erased in the same run', async () => {
  await addDue('cyd', null);
  await keepHouse(api.storage);
  const hash = createHash('sha256').update('cyd').digest('hex');
  expect(await api.storage.list('erasures')).toContain(`erasures/${hash}`);
});
