/** Leaves what Playwright ran: `TEST_RESULTS=<file> playwright test --reporter=line,./tests/coverage/playwright-reporter.mjs`. */
import { nameOf, reason, relative, resultsFile, writeResults } from './write-results.mjs';

const STATUS = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' };

export default class CoverageReporter {
  #file = resultsFile();
  #tests = [];

  onBegin(_, suite) {
    this.#tests = suite.allTests();
  }

  onEnd() {
    writeResults(
      this.#file,
      this.#tests.map((test) => {
        // The first three are the root, the project and the file.
        const titles = test.titlePath().slice(3);
        const messages = test.results.flatMap(({ errors }) => errors.map(({ message, value }) => message ?? value ?? ''));
        return { file: relative(test.location.file), name: nameOf(titles), status: statusOf(test), ...reason(messages) };
      }),
    );
  }

  printsToStdio() {
    return false;
  }
}

/** A test that is expected to fail proves nothing, though Playwright expected it. */
const statusOf = (test) => (test.expectedStatus === 'failed' ? 'failed' : STATUS[test.outcome()]);
