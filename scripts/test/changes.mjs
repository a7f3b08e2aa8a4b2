/** What has changed, and which browser tests that concerns. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../workspaces.mjs';

/**
 * @typedef {object} Changes Paths are from the root of the repository, with slashes.
 * @property {string[]} touched What was added, changed or removed.
 * @property {string[]} files Those of them that are there.
 */

/** In full: there may be a branch here with the short name. */
const UPSTREAM = 'refs/remotes/origin/main';

/**
 * @param {string} [base] Commit to compare with: what was changed in this checkout since it left that one, committed or not.
 * @returns {Promise<Changes>}
 * @throws {Error} When there is no such commit, or with what git says.
 */
export async function changesSince(base) {
  const known =
    base ??
    (await git('rev-parse', '--verify', '--quiet', UPSTREAM)
      .then(() => UPSTREAM)
      .catch(() => 'HEAD'));
  const merge = await git('merge-base', known, 'HEAD').catch(() => {
    throw new Error(`There is no commit ${known} to compare with.`);
  });
  // What was moved is gone from where it was.
  const changed = await listed('diff', '-z', '--name-only', '--no-renames', merge.trim());
  const added = await listed('ls-files', '-z', '--others', '--exclude-standard');
  const touched = [...changed, ...added];
  return { touched, files: touched.filter((file) => existsSync(path.join(root, file))) };
}

const execute = promisify(execFile);
/** What it prints, without what it warns of. Fails when git does. */
const git = async (...args) => (await execute('git', args, { cwd: root, maxBuffer: Infinity })).stdout;
const listed = async (...args) => (await git(...args)).split('\0').filter(Boolean);

/** What no page is made of. */
const SILENT = /^(docs|deploy|\.changeset|\.github|\.ci)\/|\.test\.tsx?$|\.md$/;
const BROWSER_TEST = /^tests\/e2e\/.*\.test\.ts$/;

/** Browser tests of what a remote contributes. */
const TESTS_OF = {
  'mf-marketing': ['e2e/routes', 'e2e/budgets', 'e2e/room-for-text', 'e2e/member/forms'],
  'mf-elevate': ['e2e/routes', 'e2e/budgets', 'e2e/room-for-text', 'e2e/member/card', 'e2e/member/draft'],
  'mf-console': ['e2e/budgets', 'e2e/room-for-text', 'e2e/releases/console', 'e2e/desk', 'e2e/console'],
  'mf-auth': ['e2e/routes', 'e2e/budgets', 'e2e/room-for-text', 'e2e/member/session', 'e2e/member/forms'],
};

/**
 * @param {Changes} changes
 * @returns {string[] | undefined} Arguments of Playwright: none where no browser test is concerned; undefined where all are.
 */
export function browserTestsFor({ touched, files }) {
  const remotes = new Set(touched.filter((file) => !SILENT.test(file)).map((file) => file.split('/')[0]));
  if ([...remotes].some((name) => !Object.hasOwn(TESTS_OF, name))) return undefined;
  const changed = files.filter((file) => BROWSER_TEST.test(file));
  const patterns = [...new Set([...remotes].flatMap((name) => TESTS_OF[name]).concat(changed))];
  // A test that only one remote can break has its name as a tag. What was changed itself runs whole.
  const others = Object.keys(TESTS_OF).filter((name) => !remotes.has(name));
  if (remotes.size === 0 || others.length === 0 || changed.length > 0) return patterns;
  return [...patterns, `--grep-invert=${others.map((name) => `@${name}`).join('|')}`];
}

/** Tests that read what lies in no package: documents, scripts, what is deployed. */
const READERS = ['tests/rules', 'services/platform/src/errors.test.ts', 'services/platform/src/retention.test.ts'];
/** Changesets are read by one of them. */
const readersOf = (file) => (file.startsWith('.changeset/') ? ['tests/rules/repository.test.ts'] : READERS);

/**
 * Files to ask Jest about. It follows imports; of what is not imported (a migration, a style sheet) every test of the package may know.
 * @param {Changes} changes
 * @param {string[]} packages Folders of the packages.
 * @returns {Promise<string[]>}
 */
export async function filesForJest({ touched, files }, packages) {
  const imported = /\.(ts|tsx|mjs|cjs)$/;
  const ownerOf = (file) => packages.find((folder) => file.startsWith(`${folder}/`));
  const owners = touched
    .filter((file) => !imported.test(file) || !files.includes(file))
    .map(ownerOf)
    .filter(Boolean);
  const readers = touched.filter((file) => !ownerOf(file)).flatMap(readersOf);
  const asked = new Set([...owners, ...readers]);
  const tests = asked.size === 0 ? [] : await listed('ls-files', '-z', ...asked);
  return [...files.filter((file) => imported.test(file)), ...tests.filter((file) => /\.test\.tsx?$/.test(file))];
}
