/** Finds the revision that broke something, by looking at those between a good one and a bad one. */
import { spawn } from 'node:child_process';
import type { Revision } from '@site/release-model/revision';
import type { Command } from 'commander';
import { Bisection, type Verdict } from '../bisection';
import { type CommonOptions, pasteableIn, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { common, positiveInteger } from '../options';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { describeChanges } from '../releases';
import { assertPath, siteLink } from '../site-link';
import { ago, choose, isTerminal, say } from '../terminal';

export function register(program: Command): void {
  common(program.command('bisect').argument('[command...]', 'after --: a program that looks at RELEASE_URL; without it, you are asked'))
    .description('find the revision that broke something, by binary search')
    .requiredOption('--good <number>', 'a revision that was good', positiveInteger)
    .requiredOption('--bad <number>', 'a later one that is bad', positiveInteger)
    .option('--candidate', 'look at the candidates of the revisions in place of what was stable')
    .option('--to <path>', 'the page to look at')
    .addHelpText(
      'after',
      '\nThe program ends with 0 where the revision is good, 125 where it cannot tell, and another code up to 127 where it is bad.\nAnything else ends the search.',
    )
    .action(bisectCommand);
}

interface BisectOptions extends CommonOptions {
  good: number;
  bad: number;
  candidate?: boolean;
  /** Path of the page that the links lead to. */
  to?: string;
}

interface Step {
  revision: number;
  verdict: Verdict;
  /** Why nobody could look at it. */
  reason?: string;
}

/** Long enough for whoever looks, in hours. */
const EXPIRES_IN_HOURS = 24;

async function bisectCommand(program: string[], options: BisectOptions): Promise<void> {
  const { good, bad, candidate: candidates = false, to, json = false } = options;
  assertPath(to);
  if (good >= bad) throw new Failure('The good revision comes before the bad one.', EXIT.usage);
  if (program.length === 0 && (json || !isTerminal()))
    throw new Failure('Nobody can be asked here: name a program after --, which is run for each revision.', EXIT.usage);
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  for (const number of [good, bad]) await revisionOf(client, number, options);

  const bisection = new Bisection(good, bad);
  const steps: Step[] = [];
  for (let revision = bisection.next; revision !== null; revision = bisection.next) {
    const left = bisection.stepsLeft;
    const step = await linkOf(client, revision, { candidates, to, ...options }).then(
      async (link) => ({ revision, verdict: await look(program, link, revision, left) }),
      (error: unknown) => ({ revision, verdict: 'skip' as const, reason: whyNotShown(error) }),
    );
    if (!json) say(`Revision ${revision}: ${step.verdict}${'reason' in step ? `. ${step.reason}` : ''}`);
    bisection.judge(revision, step.verdict);
    steps.push(step);
  }
  await report(client, bisection.suspects, steps, options);
}

async function revisionOf(client: RegistryClient, number: number, { environment }: CommonOptions): Promise<Revision> {
  const revision = await client.revision(number);
  if (revision) return revision;
  throw new Failure(`There is no revision ${number} in ${environment}.`, EXIT.notFound, 'revision-not-found');
}

async function linkOf(
  client: RegistryClient,
  revision: number,
  options: { candidates: boolean; to: string | undefined; registry: string },
) {
  const { url } = await client.replay(revision, { candidates: options.candidates, expiresInHours: EXPIRES_IN_HOURS });
  return siteLink(url, options.to, options);
}

const NOT_SHOWN: ReadonlySet<string> = new Set(['release-yanked', 'release-collected', 'release-incomplete']);

/** @returns The sentence of the registry about a release that it does not show. @throws Whatever else went wrong. */
function whyNotShown(error: unknown): string {
  if (error instanceof Failure && error.code !== undefined && NOT_SHOWN.has(error.code)) return error.message;
  throw error;
}

function look(program: string[], link: string, revision: number, left: number): Promise<Verdict> {
  if (program.length > 0) return judgedBy(program, link);
  say(`\n${link}`);
  return choose(`Revision ${revision}, about ${left} to look at. Is it`, ['good', 'bad', 'skip']);
}

const SKIPPED = 125;
const LAST_BAD = 127;

/** Runs a program on a link. What it prints goes to standard error, so that standard output has the answer alone. */
async function judgedBy([file = '', ...args]: string[], link: string): Promise<Verdict> {
  const child = spawn(file, args, { stdio: ['inherit', 2, 'inherit'], env: { ...process.env, RELEASE_URL: link } });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', ({ message }) => reject(new Failure(`'${file}' cannot be run (${message}).`, EXIT.usage)));
    child.once('close', (...end) => resolve(end));
  });
  if (code === null || code > LAST_BAD) throw new Failure(`'${file}' ended with ${signal ?? code}: the search ends.`, EXIT.declined);
  if (code === SKIPPED) return 'skip';
  return code === 0 ? 'good' : 'bad';
}

async function report(client: RegistryClient, suspects: number[], steps: Step[], options: BisectOptions): Promise<void> {
  const [first = 0, ...others] = suspects;
  if (others.length > 0) {
    const message = `One of the revisions ${suspects.join(', ')} is the first bad one. The others of them were skipped.`;
    throw new Failure(message, EXIT.notFound, 'bisect-undecided', { suspects, steps });
  }
  const { number, cause, createdBy, createdAt, reason, changes } = await revisionOf(client, first, options);
  if (options.json) return say(JSON.stringify({ firstBad: { number, cause, createdBy, createdAt, reason, changes }, steps }));
  say(`\nRevision ${number} is the first bad one: ${cause} by ${createdBy}, ${ago(createdAt)}${reason ? `: ${reason}` : '.'}`);
  if (changes.length > 0) say(describeChanges(changes));
  say(`\nWhat is different: ${pasteableIn(`diff ${number - 1} ${number}`, options)}`);
}
