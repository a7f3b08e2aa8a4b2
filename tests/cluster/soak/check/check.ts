/** Looks at everything once the people are gone and the servers are left alone. */
import { openDatabase } from '@site/platform/database';
import type { Cluster } from '../../shape/cluster';
import type { Act } from '../journal';
import { lostActs } from './acts';
import { fileFindings } from './files';
import { readKept, readNamed } from './kept';
import { type Holdings, leakFindings, levelFindings, type Series } from './levels';
import { leftovers } from './leftovers';
import { logFindings, type Secret } from './logs';

/** What was looked at, what is wrong with it, and figures for people. */
export interface Verdict {
  what: string;
  figures: string;
  findings: string[];
}

export interface Evidence {
  cluster: Cluster;
  acts: readonly Act[];
  /** Subjects of accounts by the ids of their people. */
  subjects: ReadonlyMap<string, string>;
  /** People whose erasure is due, as the site said. */
  leaving: ReadonlySet<string>;
  /** Statuses with which sign-ins that have ended were answered, by the process that did. */
  ended: readonly { process: string; status: number }[];
  wonders: ReadonlyMap<string, number>;
  rest: { before: Holdings; after: Holdings };
  series: readonly Series[];
  logs: ReadonlyMap<string, string>;
  secrets: readonly Secret[];
}

/** Connections come and go: each pool opens some more when much is asked of it, and closes those that nobody uses. */
const SLACK = 12;

export async function verdicts(evidence: Evidence): Promise<Verdict[]> {
  const { cluster, acts, leaving, ended, wonders, rest, series, logs, secrets } = evidence;
  const database = await openDatabase({ url: cluster.postgres.url });
  try {
    const kept = await readKept(database, evidence.subjects);
    const named = await readNamed(database);
    const acknowledged = acts.filter(({ state }) => state === 'acknowledged').length;
    const living = [...leaving].filter((person) => !kept.erased.has(person));
    const stillIn = ended.filter(({ status }) => status !== 401);
    return [
      {
        what: 'what was acknowledged',
        figures: `${acknowledged} acts, ${acts.length - acknowledged} without an answer`,
        findings: lostActs(acts, kept),
      },
      {
        ...{ what: 'erasures', figures: `${leaving.size} people` },
        findings: living.map((person) => `${person} was to be erased and is not`),
      },
      {
        ...{ what: 'ended sign-ins', figures: `${ended.length} requests with their tokens` },
        findings: stillIn.map(({ process, status }) => `${process} answers ${status} to a token of a sign-in that has ended`),
      },
      {
        ...{
          what: 'files of the store',
          figures: `${cluster.storage.objects.size} files, ${named.photos.length} photos, ${named.releases.length} releases`,
        },
        findings: fileFindings(new Set(cluster.storage.objects.keys()), named),
      },
      { what: 'work that is left over', figures: '', findings: await leftovers(database) },
      { what: 'open files and connections', figures: totals(rest), findings: leakFindings(rest.before, rest.after, SLACK) },
      { what: 'memory', figures: `${series.length} series`, findings: levelFindings(series) },
      { what: 'logs', figures: `${logs.size} logs, ${secrets.length} texts that none may hold`, findings: logFindings(logs, secrets) },
      { what: 'answers', figures: '', findings: [...wonders].map(([what, count]) => `${what}, ${count} times, and nothing explains it`) },
    ];
  } finally {
    await database.close();
  }
}

function totals({ before, after }: Evidence['rest']): string {
  const sum = (held: Holdings) => [...held.values()].reduce((total, count) => total + count, 0);
  return `${sum(before)} after warming up, ${sum(after)} at the end`;
}
