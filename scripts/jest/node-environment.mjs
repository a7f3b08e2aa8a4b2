/** Jest's environment for Node. A test file that leaves a server, a connection, a program, a thread or a timer behind fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';
import { idleDatabases, startDatabase } from './embedded-databases.mjs';
import { keptProgram } from './kept-programs.mjs';

/** As many as most test files need at once. */
const KEPT_DATABASES = 1;

async function closeSpareDatabases() {
  for (const client of [...idleDatabases.keys()].slice(KEPT_DATABASES)) {
    idleDatabases.delete(client);
    await client.close();
  }
}

/**
 * What a test file may open must be closed by this time after its last test: closing takes some turns of the event loop, and that of a program on a
 * busy machine some seconds. The option `closingMs` of the environment says otherwise.
 */
const CLOSING_MS = 60_000;
const POLL_MS = 10;

const WATCHED = {
  TCPServerWrap: 'a server',
  PipeServerWrap: 'a server on a socket file',
  TCPSocketWrap: 'a connection',
  ProcessWrap: 'a program',
  FSEventWrap: 'a watch on a file',
  // A thread is seen by the port over which it is heard.
  MessagePort: 'a thread or a port',
  UDPWrap: 'a socket for datagrams',
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
  #closingMs;
  #isRed = false;

  constructor(config, context) {
    super(config, context);
    this.#file = context.testPath;
    this.#closingMs = config.projectConfig.testEnvironmentOptions.closingMs ?? CLOSING_MS;
    // See services/platform/src/testing/embedded-databases.ts.
    this.global.embeddedDatabases = { idle: idleDatabases, start: startDatabase };
    // See tools/release-cli/src/testing/release-command.ts.
    this.global.keptProgram = keptProgram;
  }

  handleTestEvent({ name }) {
    if (['test_fn_failure', 'hook_failure', 'error'].includes(name)) this.#isRed = true;
  }

  async teardown() {
    await closeSpareDatabases();
    // An error of this environment would take the place of what the tests say, and a test that failed midway closes nothing.
    const left = this.#isRed ? [] : await this.#leftOpen();
    await super.teardown();
    if (left.length > 0) throw new Error(`${this.#file} leaves open: ${left.join(', ')}. Close it in afterAll.`);
  }

  /** What keeps this process from ending and was not there before the file. */
  async #leftOpen() {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const left = [...open()].filter(([kind, count]) => count > (this.#before.get(kind) ?? 0)).map(([kind]) => WATCHED[kind]);
      if (left.length === 0 || waitedMs >= this.#closingMs) return left;
      // Not counted among the timers: it does not keep the process from ending.
      await sleep(POLL_MS, undefined, { ref: false });
    }
  }
}
