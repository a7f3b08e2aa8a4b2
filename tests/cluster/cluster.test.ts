/** The production shape, for as short as it takes; `npm run cluster` is the long form. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Scale } from './scenarios/outcome';
import { databaseAway, storeHangs } from './scenarios/outages';
import { edgesAway, killed, rollingRestart } from './scenarios/replicas';
import { type Cluster, startCluster } from './shape/cluster';

const SCALE: Scale = { perSecond: 20, outageMs: null };

describe('the production shape', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ settings: { FORM_LIMIT: '1000000' } });
  });
  afterAll(() => cluster.stop());

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
