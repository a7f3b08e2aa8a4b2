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

/** Columns as wide as their widest cell. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

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
