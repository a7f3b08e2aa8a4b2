import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase } from '@site/platform/testing';
import { createTestIdentity, type TestIdentity } from './identity-testing';
import { createIdentityAdmin } from './local-identity-admin';

let database: Database;
let identity: TestIdentity;
beforeAll(async () => {
  database = await createTestDatabase({ severalConnections: true });
  identity = await createTestIdentity({}, database);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

it('changes of groups that come at the same time do not undo each other', async () => {
  const admin = createIdentityAdmin(identity.context);
  const { sub } = await identity.addAccount({ email: 'ada@example.com', groups: ['release-manager'] });
  let removed: Promise<boolean> | undefined;
  await database.transaction(async (tx) => {
    await admin.changeGroups(sub, { add: ['staff'] }, tx);
    removed = admin.changeGroups(sub, { remove: ['release-manager'] });
    for (let waits = false; !waits;) {
      const { rows } = await database.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
      waits = rows.length > 0;
    }
  });
  expect(await removed).toBe(true);
  expect((await admin.getUser(sub))?.groups).toEqual(['staff']);
});
