/** `docs/asvs.md` and `docs/trust.md`, as they follow from the requirements and from what ran. */
import path from 'node:path';
import { escapeCell, linksTo } from '../document';
import type { Result } from '../results';
import { type Chapter, type Requirement, type State, stateOf } from './requirement';

export interface SecurityDocument {
  /** From the root of the repository. */
  file: string;
  title: string;
  /** Lines between the title and the figures. */
  intro: string[];
  chapters: readonly Chapter[];
}

const STATES: readonly State[] = ['holds', 'in part', 'open', 'does not apply'];

/** @throws Error when a test that a requirement names did not run. */
export function securityText({ title, intro, chapters }: SecurityDocument, results: readonly Result[]): string {
  const all = chapters.flatMap(({ requirements }) => requirements);
  const figures = STATES.map((state) => `- ${state}: ${all.filter((one) => stateOf(one) === state).length}`);
  return [`# ${title}`, '', ...intro, '', ...figures, '', ...chapters.flatMap((chapter) => tableOf(chapter, results))].join('\n');
}

function tableOf({ title, requirements }: Chapter, results: readonly Result[]): string[] {
  const rows = requirements.map((one) => `| ${nameOf(one)} | ${escapeCell(one.asks)} | ${stateOf(one)} | ${proofOf(one, results)} |`);
  return [
    `## ${title}`,
    '',
    '<!-- prettier-ignore -->',
    '| Requirement | What it asks | State | Why |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ];
}

const nameOf = ({ id, level }: Requirement): string => (level === undefined ? id : `${id} (L${level})`);

function proofOf({ how, tests = [], seenRed, read = [], absent, open, limit }: Requirement, results: readonly Result[]): string {
  const parts = [
    ...(absent === undefined ? [] : [escapeCell(absent)]),
    ...(how === undefined ? [] : [escapeCell(how)]),
    ...(read.length === 0 ? [] : [`Read: ${read.map(fileLink).join(', ')}`]),
    ...(tests.length === 0 ? [] : [linksTo(tests, results)]),
    ...(seenRed === undefined ? [] : [`Seen red without: ${escapeCell(seenRed)}`]),
    ...(open === undefined ? [] : [`**Does not hold yet:** ${escapeCell(open)}`]),
    ...(limit === undefined ? [] : [`What it does not do: ${escapeCell(limit)}`]),
  ];
  return parts.join('<br>');
}

/** Documents are written into `docs`. */
const fileLink = (file: string): string => `[${escapeCell(path.posix.basename(file))}](../${file})`;
