/** Leaves what Jest ran: `TEST_RESULTS=<file> jest --reporters=default --reporters=./tests/coverage/jest-reporter.mjs`. */
import { nameOf, relative, resultsFile, writeResults } from './write-results.mjs';

export default class CoverageReporter {
  #file = resultsFile();

  onRunComplete(_, { testResults }) {
    writeResults(
      this.#file,
      testResults.flatMap(({ testFilePath, testResults: tests }) =>
        tests.map(({ ancestorTitles, title, status, invocations }) => ({
          file: relative(testFilePath),
          name: nameOf([...ancestorTitles, title]),
          status: statusOf(status, invocations),
        })),
      ),
    );
  }
}

/** A test that was called more than once failed before; what neither passed nor failed did not run. */
function statusOf(status, invocations = 1) {
  if (status === 'passed') return invocations > 1 ? 'flaky' : 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}
