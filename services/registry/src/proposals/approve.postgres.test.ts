import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase } from '@site/platform/testing';
import { byName, current, issueTestToken, promote, publish, setRules, startTestRegistry, type TestRegistry } from '../testing';

const ROUNDS = 6;

let database: Database;
let registry: TestRegistry;
beforeAll(async () => {
  database = await createTestDatabase({ severalConnections: true });
  registry = await startTestRegistry({ database });
  for (let patch = 0; patch <= ROUNDS; patch += 1) await publish(registry, { name: 'shell', version: `1.0.${patch}` });
  await promote(registry, 0, 'shell@1.0.0');
  await setRules(registry, { approvals: 2 });
});
afterAll(async () => {
  await registry.stop();
  await database.close();
});

const post = (path: string, token: string, payload: object) =>
  registry.server.inject({ method: 'POST', url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` }, payload });

it('counts approvals that come at the same moment: two of two carry the command out, once', async () => {
  const [author, ...approvers] = await Promise.all(
    ['ada', 'bob', 'cyd', 'dan'].map((name) => issueTestToken(registry, name, ['promote'], ['*'])),
  );
  for (let round = 1; round <= ROUNDS; round += 1) {
    const command = { kind: 'promote', releases: byName(`shell@1.0.${round}`) };
    const { id } = (await post('/environments/production/proposals', author ?? '', { command, reason: 'Next.' })).json();
    const answers = await Promise.all(approvers.map((token) => post(`/proposals/${id}/approve`, token, {})));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409]);
    const live = await current(registry);
    expect([live.number, live.approvedBy.length]).toEqual([round + 1, 2]);
  }
});

it('waits for who holds the proposal at the moment', async () => {
  const [author, approver] = await Promise.all(['eve', 'fay'].map((name) => issueTestToken(registry, name, ['promote'], ['*'])));
  const command = { kind: 'promote', releases: byName('shell@1.0.0') };
  const { id } = (await post('/environments/production/proposals', author ?? '', { command, reason: 'Back.' })).json();
  let approved: ReturnType<typeof post> | undefined;
  await registry.database.rawTransaction(async (client) => {
    await client.query('select * from registry.proposals where id = $1 for update', [id]);
    approved = post(`/proposals/${id}/approve`, approver ?? '', {});
    for (let waits = false; !waits;) {
      const { rows } = await registry.database.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      waits = rows.length > 0;
    }
    await client.query(`update registry.proposals set state = 'withdrawn', closed_by = 'eve', closed_at = now() where id = $1`, [id]);
  });
  expect((await approved)?.json()).toMatchObject({ code: 'proposal-closed' });
});
