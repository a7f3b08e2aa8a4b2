import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase } from '@site/platform/testing';
import { startTestRegistry, type TestRegistry } from '../testing';

const webhooks = { production: true, hosts: ['127.0.0.1'] };

let database: Database;
let registry: TestRegistry;
beforeAll(async () => {
  database = await createTestDatabase({ severalConnections: true });
  registry = await startTestRegistry({ database, webhooks });
});
afterAll(async () => {
  await registry.stop();
  await database.close();
});

const post = (path: string, payload: object) =>
  registry.server.inject({
    ...{ method: 'POST', url: `/registry/v1/webhooks${path}`, headers: { authorization: `Bearer ${registry.tokens.admin}` } },
    payload,
  });

/** Resolves once two connections wait for locks. */
async function twoWait(): Promise<void> {
  const waiting = () => database.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
  while ((await waiting()).rows.length < 2);
}

it('of two rotations that wait for the same webhook one is refused: the secret that the other has shown stays', async () => {
  expect((await post('', { name: 'hook', url: 'http://127.0.0.1:9/' })).statusCode).toBe(201);
  const rotate = async () => post('/hook/rotate', {});
  const { both } = await database.rawTransaction(async (client) => {
    await client.query(`select 1 from registry.webhooks where name = 'hook' for update`);
    const rotations = Promise.all([rotate(), rotate()]);
    await twoWait();
    return { both: rotations };
  });
  const answers = await both;
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const { rows } = await database.query(`select secret from registry.webhooks where name = 'hook'`);
  expect(rows).toEqual([{ secret: answers.find(({ statusCode }) => statusCode === 200)!.json().secret }]);
});
