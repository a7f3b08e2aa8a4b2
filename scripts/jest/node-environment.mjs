/** Jest's environment for Node. A test file that leaves a server, a connection, a program or a timer behind fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { TestEnvironment } from 'jest-environment-node';

// An embedded database is a WebAssembly program that most files use for some seconds: optimizing its code costs more than it saves.
setFlagsFromString('--liftoff-only');

/** What a test file may open must be closed by this time after its last test: closing takes some turns of the event loop. */
const CLOSING_MS = 5_000;
const POLL_MS = 10;

const WATCHED = {
  TCPServerWrap: 'a server',
  PipeServerWrap: 'a server on a socket file',
  TCPSocketWrap: 'a connection',
  ProcessWrap: 'a program',
  FSEventWrap: 'a watch on a file',
  Timeout: 'a timer',
};

function open() {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) if (Object.hasOwn(WATCHED, kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

export default class StrictNodeEnvironment extends TestEnvironment {
  #before = open();
  #file;

  constructor(config, context) {
    super(config, context);
    this.#file = context.testPath;
    // See services/platform/src/testing/embedded-databases.ts.
    this.global.idleDatabases = [];
  }

  async teardown() {
    for (const { client } of this.global.idleDatabases) await client.close();
    const left = await this.#leftOpen();
    await super.teardown();
    if (left.length > 0) throw new Error(`${this.#file} leaves open: ${left.join(', ')}. Close it in afterAll.`);
  }

  /** What keeps this process from ending and was not there before the file. */
  async #leftOpen() {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const left = [...open()].filter(([kind, count]) => count > (this.#before.get(kind) ?? 0)).map(([kind]) => WATCHED[kind]);
      if (left.length === 0 || waitedMs >= CLOSING_MS) return left;
      // Not counted among the timers: it does not keep the process from ending.
      await sleep(POLL_MS, undefined, { ref: false });
    }
  }
}
