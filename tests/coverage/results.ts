/** What ran in the last `npm test`, as the reporters of the runners left it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** From the best to the worst. `flaky`: it passed, but not at the first try. */
const STATUSES = ['passed', 'skipped', 'flaky', 'failed'] as const;

export interface Result {
  /** From the root of the repository, with slashes. */
  file: string;
  /** Titles of the groups around it and its own. */
  name: string;
  status: (typeof STATUSES)[number];
  /** What the runner says of one that failed. */
  why?: string;
}

/** Every result in the files `*.jsonl` of a folder, one file for each run of a runner. */
export function readResults(folder: string): Result[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.jsonl')) : [];
  return worst(files.flatMap((file) => parse(readFileSync(path.join(folder, file), 'utf8'))));
}

const parse = (text: string): Result[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Result);

/** One result for each test: the worst, if it ran on two databases or at two widths. */
export function worst(results: readonly Result[]): Result[] {
  const byTest = new Map<string, Result>();
  for (const result of results) {
    const key = JSON.stringify([result.file, result.name]);
    const before = byTest.get(key);
    if (!before || rank(result) > rank(before)) byTest.set(key, result);
  }
  return [...byTest.values()];
}

const rank = ({ status }: Result): number => STATUSES.indexOf(status);
