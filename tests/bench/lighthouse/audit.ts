/** One run of Lighthouse over one page, in a process and a browser of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Those that Lighthouse has for pages. Scores are from 0 to 1. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Audit {
  scores: Record<Category, number>;
  /** Of the slowed-down page, in milliseconds; layout shift is a number of its own. */
  times: Record<Time, number>;
  /** What costs a category something, `seo: Document does not have a meta description`. Times are not among it. */
  complaints: string[];
}

const TIMES = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  speedIndex: 'speed-index',
} as const;
export type Time = keyof typeof TIMES;

/** What is used here of a report (lighthouse/types/lhr). A score is null where an audit only informs. */
interface Report {
  runtimeError?: { code: string; message: string };
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>;
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
}

const TOOL = join(import.meta.dirname, 'tool/node_modules/lighthouse/cli/index.js');
const BROWSER = '--headless=new --no-sandbox --disable-gpu';

/** Some runs have no start of the navigation in their trace, and Lighthouse asks to be run again. It says nothing about the page. */
const NOT_RECORDED = 'NO_NAVSTART';
const MOST_RUNS = 3;

/** With its mobile preset. @throws Error when it has no report. */
export async function audit(url: string): Promise<Audit> {
  for (let run = 1; ; run += 1) {
    const { runtimeError, ...report } = await reportOf(url);
    if (!runtimeError) return auditOf(report);
    if (runtimeError.code !== NOT_RECORDED || run === MOST_RUNS) throw new Error(`${url}: ${runtimeError.message}`);
    console.warn(`\n${url}: not recorded, again`);
  }
}

/** It ends with 1 when its report has an error of its own. The report is a file, because what it writes to a pipe can be cut at its end. */
async function reportOf(url: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const file = join(folder, 'report.json');
  const args = [
    TOOL,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join()}`,
    `--chrome-flags=${BROWSER}`,
  ];
  const env = { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH };
  try {
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { env }, (_, __, stderr) => resolve(stderr.trim()));
    });
    return JSON.parse(
      await readFile(file, 'utf8').catch(() => {
        throw new Error(`${url}: ${said}`);
      }),
    ) as Report;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function auditOf({ audits, categories }: Report): Audit {
  const times = Object.fromEntries(Object.entries(TIMES).map(([name, id]) => [name, audits[id]?.numericValue ?? Number.NaN]));
  return {
    scores: Object.fromEntries(CATEGORIES.map((category) => [category, categories[category].score ?? Number.NaN])) as Audit['scores'],
    times: times as Audit['times'],
    complaints: CATEGORIES.flatMap((category) =>
      categories[category].auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1 && !Object.values<string>(TIMES).includes(id))
        .map(({ id }) => `${category}: ${audits[id]?.title}`),
    ),
  };
}
