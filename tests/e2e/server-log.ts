/**
 * What went wrong in the server while tests ran. The requests of a test carry its id, which the server logs with whatever it has to say about
 * them; each test writes into the same file which errors it expects, so that also what comes late can be judged.
 */
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';

const ERROR = 50;

/** An entry of the server, or the announcement of a test. */
interface Entry {
  level?: number;
  reqId?: string;
  test?: string;
  /** Source and flags of an expression. */
  expects?: [source: string, flags: string] | null;
}

/** Where the log of the site with these data is. */
export const logOf = (dataDir: string): string => path.join(dataDir, 'server.log');

/** Says which errors a test expects of the server. */
export async function announceTest(dataDir: string, test: string, expects: RegExp | null): Promise<void> {
  await appendFile(logOf(dataDir), `${JSON.stringify({ test, expects: expects && [expects.source, expects.flags] })}\n`);
}

/** Errors that the server logged about requests of one test, and that the test does not expect. */
export const errorsOfTest = (dataDir: string, test: string): Promise<string[]> => unexpectedErrors(dataDir, ({ reqId }) => reqId === test);

/** Errors that no test expects, of whatever the server did. */
export const backgroundErrors = (dataDir: string): Promise<string[]> => unexpectedErrors(dataDir, () => true);

async function unexpectedErrors(dataDir: string, concerns: (entry: Entry) => boolean): Promise<string[]> {
  const expected = new Map<string, RegExp>();
  const errors: string[] = [];
  for (const line of (await readFile(logOf(dataDir), 'utf8')).split('\n')) {
    const entry = parse(line);
    if (entry?.test !== undefined) {
      if (entry.expects) expected.set(entry.test, new RegExp(...entry.expects));
    } else if (entry?.level !== undefined && entry.level >= ERROR && concerns(entry)) {
      // What no request caused is of whatever test expects it; its work in the background has no name.
      const patterns = entry.reqId === undefined ? [...expected.values()] : [expected.get(entry.reqId)];
      if (!patterns.some((pattern) => pattern?.test(line))) errors.push(line);
    }
  }
  return errors;
}

/** Between the entries stand the lines of `npm start`, which are for people. */
function parse(line: string): Entry | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}
