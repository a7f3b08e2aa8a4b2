/** The figures of the last benches as a part of README. */
import type { Limit } from '../measure/limits';

/** What a bench has found. */
export interface Found {
  /** What its command is called, such as `pages`. */
  bench: string;
  /** Day of the run, as 2026-01-31. */
  day: string;
  limits: readonly Limit[];
}

const BEGIN = '<!-- figures -->';
const END = '<!-- /figures -->';

const rounded = (value: number): string => String(Math.round(value * 1000) / 1000);

const targetOf = ({ atMost, atLeast }: Limit): string => (atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`);

/** NaN, which is null in JSON, is what could not be measured. */
function measuredOf({ measured, atMost = Infinity, atLeast = -Infinity }: Limit): string {
  if (!Number.isFinite(measured)) return 'not measured';
  return measured <= atMost && measured >= atLeast ? rounded(measured) : `**${rounded(measured)}**`;
}

const sectionOf = ({ bench, day, limits }: Found): string =>
  [
    `\`npm run bench -- ${bench}\`, ${day}:`,
    [
      '| what | measured | target |',
      '| --- | --- | --- |',
      ...limits.map((limit) => `| ${limit.what} | ${measuredOf(limit)} | ${targetOf(limit)} |`),
    ].join('\n'),
  ].join('\n\n');

/** The sections of a text, by bench. */
function sectionsIn(text: string): Map<string, string> {
  const sections = new Map<string, string>();
  for (const section of text.split(/^(?=`npm run bench -- )/m)) {
    const [, bench] = /^`npm run bench -- (\w+)`/.exec(section) ?? [];
    if (bench !== undefined) sections.set(bench, section.trim());
  }
  return sections;
}

/**
 * @param readme With the two comments between which figures stand. Those of a bench that has found nothing new stay.
 * @param found In the order in which they are shown.
 * @throws Error if there are no such comments, or no figures.
 */
export function withFigures(readme: string, found: readonly Found[]): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md has no place for figures: ${BEGIN} and ${END}.`);
  if (found.length === 0) throw new Error('There are no figures: run `npm run bench` first.');
  const sections = sectionsIn(readme.slice(begin + BEGIN.length, end));
  for (const one of found) sections.set(one.bench, sectionOf(one));
  return `${readme.slice(0, begin)}${BEGIN}\n\n${[...sections.values()].join('\n\n')}\n\n${readme.slice(end)}`;
}
