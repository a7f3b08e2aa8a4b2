/** What came of a scenario. */
import { openDatabase } from '@site/platform/database';
import { type Failure, type Load, type Report, startLoad } from '../load/load';
import type { Form } from '../load/visitors';
import type { Cluster } from '../shape/cluster';

export interface Outcome {
  /** It could not be tried here, and the figures say why. */
  isLeftOut?: boolean;
  /** For people. */
  figures: string;
  /** What should not have been; none when everything held. The last one is what the processes said. */
  problems: string[];
}

export interface Scale {
  perSecond: number;
  /** Length of an outage; null: for as long as it takes until visitors have met it. */
  outageMs: number | null;
}

/** Does something to the cluster while visitors are there, and looks at what they met and whether the site still has what it said it has. */
export async function underLoad(
  cluster: Cluster,
  { perSecond }: Scale,
  act: (load: Load) => Promise<void>,
  isAllowed: (failure: Failure) => boolean = () => false,
): Promise<Outcome> {
  const load = await startLoad(cluster.origin, perSecond);
  let report: Report;
  try {
    await act(load);
  } finally {
    report = await load.end();
  }
  const unexpected = report.failures.filter((failure) => !isAllowed(failure));
  const lost = await lostOf(cluster, report.acknowledged);
  const problems = [
    ...unexpected.slice(0, 20).map(({ atMs, what }) => `after ${atMs} ms: ${what}`),
    ...(unexpected.length > 20 ? [`and ${unexpected.length - 20} more`] : []),
    ...lost.map(({ id, action }) => `the ${action} of ${id} was acknowledged and is gone`),
  ];
  const { requests, stayedAway, seconds, p99Ms, failures, acknowledged } = report;
  const asked = stayedAway > 0 ? ` (${perSecond} a second were too many for this machine: ${stayedAway} visitors stayed away)` : '';
  return {
    figures: `${requests} requests in ${seconds.toFixed(1)} s${asked}, p99 ${p99Ms} ms, ${failures.length} not answered with 200, ${unexpected.length} of them failed; ${acknowledged.length} forms acknowledged, ${lost.length} lost`,
    problems: problems.length > 0 ? [...problems, cluster.lastWords()] : [],
  };
}

/** Forms that the site said it has, and has not. */
async function lostOf(cluster: Cluster, acknowledged: Form[]): Promise<Form[]> {
  const database = await openDatabase({ url: cluster.postgres.url });
  try {
    const { rows } = await database.query<{ email: string }>(
      'select email from api.contact_message union all select email from api.signup',
    );
    const kept = new Set(rows.map(({ email }) => email.split('@')[0]));
    return acknowledged.filter(({ id }) => !kept.has(id));
  } finally {
    await database.close();
  }
}
