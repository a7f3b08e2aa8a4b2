/** The production shape, for as short as it takes; `npm run cluster` is the long form. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@site/platform/database';
import type { DatabaseRole } from '@site/server/database-rights';
import { staffRemoved } from './scenarios/lost-group';
import type { Scale } from './scenarios/outcome';
import { databaseAway, storeHangs } from './scenarios/outages';
import { edgesAway, killed, rollingRestart } from './scenarios/replicas';
import { type Cluster, startCluster } from './shape/cluster';

const SCALE: Scale = { perSecond: 20, outageMs: null };

describe('the production shape', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    // A busy machine may need longer for a file than visitors are let wait.
    cluster = await startCluster({ settings: { FORM_LIMIT: '1000000', STORAGE_READ_TIMEOUT_MS: '30000' } });
  });
  afterAll(() => cluster.stop());

  it.each<[DatabaseRole, string, string]>([
    ['registry', 'reads accounts', 'select email from identity.account'],
    ['registry', 'reads mails, which hold codes', 'select mail from platform.outbox'],
    ['registry', 'reads members', 'select * from api.member'],
    ['registry', 'changes the audit', "update registry.audit set actor = 'nobody'"],
    ['api', 'reads keys that sign tokens', 'select sealed_jwk from identity.signing_key'],
    ['api', 'reads tokens of the registry', 'select * from registry.tokens'],
    ['api', 'changes the security log', "update identity.security_event set kind = 'signed-in'"],
    ['api', 'makes a table', 'create table api.of_a_stranger (n int)'],
    ['identity', 'changes what is live', 'delete from registry.revisions'],
    ['identity', 'reads demos', 'select * from api.player_demo'],
    ['identity', 'gives a rank', 'update api.member set tessera_rank = 5'],
  ])('refuses the user of %s who %s', async (role, _what, statement) => {
    const database = await openDatabase({ url: cluster.databases[role].DATABASE_URL });
    const failure = await database.query(statement).then(
      () => null,
      (error: unknown) => (error as { code?: string }).code,
    );
    await database.close();
    expect(failure).toBe('42501');
  });

  it('refuses whoever is taken out of the staff with the next request, in both processes of the API', async () => {
    expect(await staffRemoved(cluster)).toEqual({ before: [200, 200], after: [403, 403] });
  });

  it('fails no visitor while it goes back from a release that has migrated, one half of each role after the other', async () => {
    expect((await rollingRestart(cluster, SCALE)).problems).toEqual([]);
  });

  it('fails no visitor when a process of each role dies, and has every form that it acknowledged', async () => {
    expect((await killed(cluster, SCALE)).problems).toEqual([]);
  });

  it('shows its pages while PostgreSQL is away, says when to come again where it cannot answer, and goes on by itself', async () => {
    expect((await databaseAway(cluster, SCALE)).problems).toEqual([]);
  });

  it('shows its pages while the store hangs', async () => {
    expect((await storeHangs(cluster, SCALE)).problems).toEqual([]);
  });

  it('shows what somebody has asked for while all edges are away', async () => {
    expect((await edgesAway(cluster, SCALE)).problems).toEqual([]);
  });
});
