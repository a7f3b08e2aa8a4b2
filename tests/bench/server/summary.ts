/** Medians over the rounds, and ratios to the bare answers of the same round. */
import { median } from '../measure/statistics';
import type { Load } from './load';
import type { Target } from './targets';

/** Loads by target, one per round. */
export type Samples = Map<string, Load[]>;

export interface Row {
  requestsPerSecond: number;
  p99Ms: number;
  /** Requests per second as a part of those of a bare Fastify handler. */
  toBareHandler: number;
  /** The same, of a bare handler with one query of the same kind: a read or a change of one row. */
  toBareQuery: number;
}

export const summarize = (targets: Target[], samples: Samples): Record<string, Row> =>
  Object.fromEntries(targets.map((target) => [target.name, rowOf(target, samples)]));

function rowOf({ name, beside }: Target, samples: Samples): Row {
  const loads = samples.get(name) ?? [];
  const ratioTo = (other: string) => {
    const others = samples.get(other) ?? [];
    return median(loads.map(({ requestsPerSecond }, round) => requestsPerSecond / (others[round]?.requestsPerSecond ?? Number.NaN)));
  };
  return {
    requestsPerSecond: median(loads.map((load) => load.requestsPerSecond)),
    p99Ms: median(loads.map((load) => load.p99Ms)),
    toBareHandler: ratioTo('bare handler'),
    toBareQuery: ratioTo(beside),
  };
}

export function printSummary(database: string, rows: Record<string, Row>): void {
  console.log(`\n${database}: medians; ratios are to the bare answers of the same round, more is faster`);
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [
        name,
        {
          'requests/s': Math.round(row.requestsPerSecond),
          'p99 ms': row.p99Ms,
          'to bare handler': round(row.toBareHandler),
          'to bare query': round(row.toBareQuery),
        },
      ]),
    ),
  );
}

const round = (ratio: number): number => Math.round(ratio * 100) / 100;
