/** Leaves what Jest ran: `TEST_RESULTS=<file> jest --reporters=default --reporters=./tests/coverage/jest-reporter.mjs`. */
import { nameOf, reason, relative, resultsFile, writeResults } from './write-results.mjs';

export default class CoverageReporter {
  #file = resultsFile();

  onRunComplete(_, { testResults }) {
    writeResults(
      this.#file,
      testResults.flatMap(({ testFilePath, testResults: tests }) =>
        tests.map(({ ancestorTitles, title, ...outcome }) => ({
          file: relative(testFilePath),
          name: nameOf([...ancestorTitles, title]),
          status: statusOf(outcome),
          ...reason(outcome.failureMessages),
        })),
      ),
    );
  }
}

/**
 * A test that was called more than once failed before, and one that is expected to fail proves nothing; what neither passed nor failed did
 * not run.
 */
function statusOf({ status, invocations = 1, failing = false }) {
  if (status === 'failed' || failing) return 'failed';
  if (status !== 'passed') return 'skipped';
  return invocations > 1 ? 'flaky' : 'passed';
}
