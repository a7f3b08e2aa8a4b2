/** What the tool shows. Answers go to standard output; progress and questions to standard error, and only on a terminal. */
import { createInterface } from 'node:readline/promises';
import { EXIT, Failure } from './failure';

export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** All but tabs and ends of lines. */
const STEERING = /(?![\t\n])\p{Cc}/gu;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Control characters, which a terminal obeys, are written as in JSON: what was asked for may have texts of anybody. */
const harmless = (text: string): string => text.replace(STEERING, escaped);

export const say = (text: string): void => void process.stdout.write(`${harmless(text)}\n`);

/** Beside the answer: what went wrong, or is to be known about it. */
export const sayAside = (text: string): void => console.error(harmless(text));

/** A temporary line; `done` removes it. */
export function progressLine() {
  if (process.stderr.isTTY !== true) return { show: () => undefined, done: () => undefined };
  const clear = '\r\x1b[2K';
  return { show: (line: string) => void process.stderr.write(clear + harmless(line)), done: () => void process.stderr.write(clear) };
}

/** `mf-marketing [########------------]  42%` */
export function progressBar(label: string, sent: number, total: number): string {
  const share = total === 0 ? 1 : sent / total;
  const filled = Math.round(share * 20);
  return `${label} [${'#'.repeat(filled)}${'-'.repeat(20 - filled)}] ${String(Math.round(share * 100)).padStart(3)}%`;
}

interface Streams {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

const streamsOfTerminal = (): Streams => ({ input: process.stdin, output: process.stderr });

/** Asks for a yes. Without a terminal nobody can answer, and the command was explicit: it goes ahead. */
export async function confirm(question: string, assumeYes: boolean, streams = streamsOfTerminal()): Promise<boolean> {
  if (assumeYes || !isTerminal()) return true;
  return asking(streams, async (answerTo) => /^y(es)?$/i.test((await answerTo(`${harmless(question)} [y/N] `)) ?? ''));
}

/** Asks for a line of text. */
export const ask = (question: string, streams = streamsOfTerminal()): Promise<string> =>
  asking(streams, async (answerTo) => (await answerTo(`${question} `)) ?? '');

/** Asks until the answer is one of the choices, or the beginning of one. @throws Failure where somebody ends it. */
export const choose = <C extends string>(question: string, choices: readonly C[], streams = streamsOfTerminal()): Promise<C> =>
  asking(streams, async (answerTo) => {
    for (;;) {
      const answer = await answerTo(`${question} ${choices.join(', ')}? `);
      if (answer === null) throw new Failure('Nobody has answered.', EXIT.declined);
      const chosen = answer === '' ? undefined : choices.find((choice) => choice.startsWith(answer.toLowerCase()));
      if (chosen !== undefined) return chosen;
    }
  });

/** @param work Gets what asks one question, and answers null where somebody ends it with Ctrl-C or Ctrl-D. */
async function asking<T>(streams: Streams, work: (answerTo: (question: string) => Promise<string | null>) => Promise<T>): Promise<T> {
  const lines = createInterface(streams);
  try {
    return await work((question) =>
      lines.question(question).then(
        (answer) => answer.trim(),
        (error: { code?: string }) => {
          if (error.code !== 'ABORT_ERR') throw error;
          streams.output.write('\n');
          return null;
        },
      ),
    );
  } finally {
    lines.close();
  }
}

/** There is none where a program reads, and some terminals say 0. */
const widthOfTerminal = (): number => process.stdout.columns || Infinity;

/** A column is not made narrower than this, or than its longest word: what is copied from it is whole. */
const LEAST_WIDTH = 12;

/** Columns as wide as their widest cell. In a terminal that is narrower, the texts of the widest go on below themselves; a program gets a row a line. */
export function table(head: string[], rows: string[][], width = widthOfTerminal()): string {
  const widths = widthsWithin([head, ...rows], width);
  const line = (cells: string[]) => {
    const columns = cells.map((cell, column) => folded(cell, widths[column] ?? 0));
    return Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, index) =>
      columns
        .map((lines, column) => (lines[index] ?? '').padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ).join('\n');
  };
  return [line(head), line(widths.map((columns) => '-'.repeat(columns))), ...rows.map(line)].join('\n');
}

function widthsWithin(lines: string[][], width: number): number[] {
  const widest = (column: number, parts: (cell: string) => string[]) =>
    Math.max(...lines.flatMap((cells) => parts(cells[column] ?? '').map(({ length }) => length)));
  const columns = (lines[0] ?? []).map((_, column) => {
    const natural = widest(column, (cell) => [cell]);
    return {
      width: natural,
      least: Math.min(
        natural,
        Math.max(
          LEAST_WIDTH,
          widest(column, (cell) => cell.split(' ')),
        ),
      ),
    };
  });
  for (let excess = columns.reduce((sum, column) => sum + column.width + 2, -2) - width; excess > 0; excess -= 1) {
    const [widestFoldable] = columns.filter((column) => column.width > column.least).sort((a, b) => b.width - a.width);
    if (!widestFoldable) break;
    widestFoldable.width -= 1;
  }
  return columns.map((column) => column.width);
}

/** Between words, into lines of a width that the longest of them has. */
const folded = (cell: string, width: number): string[] =>
  cell.length <= width ? [cell] : (cell.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)`, 'g')) ?? [cell]);

const UNITS: [number, string][] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** `3 days ago` */
export function ago(time: string, now = Date.now()): string {
  const elapsed = now - Date.parse(time);
  for (const [length, name] of UNITS) {
    const count = Math.floor(elapsed / length);
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** By the clock and in the form of this machine. */
export const localTime = (time: string): string => new Date(time).toLocaleString();

export const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`;
