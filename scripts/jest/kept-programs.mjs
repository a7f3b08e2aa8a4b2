/** Programs that the test files of one process share: starting one takes longer than most files take. They end with the process. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** @typedef {{ started: Promise<string>, ask: (line: string) => Promise<string> }} Program */

/** @type {Map<string, Program>} */
const programs = new Map();

/**
 * A program of Node that prints a line once it has started, and another for each line that it is given. It has to end with its standard input.
 * @param {string[]} args
 * @returns {Program} `started`: the first line.
 */
export function keptProgram(args) {
  const key = JSON.stringify(args);
  const program = programs.get(key) ?? start(args);
  programs.set(key, program);
  return program;
}

function start(args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const handles = [child, child.stdin, child.stdout];
  // It is nothing that a test file has left open, and only while it is asked does it keep the process from ending.
  async function answer() {
    for (const handle of handles) handle.ref();
    const { value, done } = await lines.next();
    for (const handle of handles) handle.unref();
    if (done) throw new Error(`The program has ended: ${args.join(' ')}`);
    return value;
  }
  return {
    started: answer(),
    ask: (line) => {
      child.stdin.write(`${line}\n`);
      return answer();
    },
  };
}
