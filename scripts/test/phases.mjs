/** What `npm test` consists of. */
import { bin, run } from '../child.mjs';
import { ensureBrowser, findHeadlessShell } from './browser.mjs';
import { browserTestsFor } from './changes.mjs';
import { ensureNginx } from './nginx.mjs';
import { nothingToDo } from './outcome.mjs';
import { jest, playwright, RESULTS } from './runners.mjs';

/**
 * @typedef {import('./outcome.mjs').Outcome} Outcome
 * @typedef {object} Context
 * @property {AbortSignal} signal
 * @property {import('./changes.mjs').Changes} [changes] Only what these can have broken is to be run.
 * @property {boolean} [withoutRegistry] The browser tests visit sites whose registry is stopped.
 * @property {import('./postgres.mjs').Postgres} postgres
 *
 * @typedef {object} Phase
 * @property {string} name
 * @property {string[]} [after] Phases before it in {@link phases} that must have ended, where they run at all.
 * @property {(context: Context) => Promise<Outcome>} run
 */

/** A command that passes or fails as a whole. */
async function check(command, args, { signal }) {
  const { code, output } = await run(bin(command), args, { signal });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
}

/** A command that looks at files: at all of them, or at the changed ones. */
const checkFiles = (name, command, { all, ending, flags = [] }) => ({
  name,
  run: (context) => {
    const files = context.changes?.files.filter((file) => ending.test(file)) ?? all;
    return files.length === 0 ? nothingToDo() : check(command, [...flags, ...files], context);
  },
});

const checkAll = (name, command, ...args) => ({ name, run: (context) => check(command, args, context) });

/** Suites that ask for a test database, in these folders of `services`. */
const withDatabase = (...folders) => ({
  folders: folders.map((folder) => `services/${folder}`),
  file: 'services/platform/src/testing.ts',
});
const ON_POSTGRES = withDatabase('api', 'edge', 'identity', 'registry', 'platform', 'server');
/** What differs between the databases is their subject: they run on the embedded one, too. */
export const ON_BOTH_DATABASES = ['services/platform/src/database.test.ts', 'services/platform/src/migrate.test.ts'];

/** The phases that Jest runs: which tests, and what is in their environment, whatever is in that of `npm test`. */
export const ofJest = {
  unit: { which: { but: ON_POSTGRES, always: ON_BOTH_DATABASES }, env: { TEST_DATABASE_URL: '', CLUSTER: '' } },
  postgres: { which: { about: ON_POSTGRES } },
  cluster: { which: { about: { folders: ['tests/cluster'], file: 'tests/cluster/shape/cluster.ts' } }, env: { CLUSTER: 'short' } },
};

/** Tests of everything but PostgreSQL and the browser. The rules for the proxy are asked of the real nginx. */
async function unit(context) {
  await ensureNginx(context);
  return jest('unit', ofJest.unit.which, context, ofJest.unit.env);
}

/** Suites that ask for a test database, on PostgreSQL. */
async function postgres(context) {
  const env = { TEST_DATABASE_URL: await context.postgres.url() };
  return jest('postgres', ofJest.postgres.which, context, env);
}

async function browser(context) {
  const tests = context.changes && browserTestsFor(context.changes);
  if (tests?.length === 0) return nothingToDo();
  const [chromium, shell] = [await ensureBrowser(context), await findHeadlessShell(context)];
  const site = { BROWSER_DATABASE_URL: await context.postgres.url(), ...(context.withoutRegistry && { WITHOUT_REGISTRY: '1' }) };
  const env = { CHROMIUM_PATH: chromium, ...(shell && { HEADLESS_SHELL_PATH: shell }), ...site };
  return playwright('browser', tests ?? [], context, env);
}

/** What runs in the processes of the production shape, which no test imports. */
const IN_CLUSTER = /^(services|shared|deploy|tests\/cluster)\//;

/** The production shape, in its short form. */
async function cluster(context) {
  const { changes, ...whole } = context;
  if (changes && !changes.touched.some((file) => IN_CLUSTER.test(file))) return nothingToDo();
  await ensureNginx(context);
  return jest('cluster', ofJest.cluster.which, whole, ofJest.cluster.env);
}

/** Whether the tests that ran prove what docs/spec-coverage.md says. */
async function coverage({ signal }) {
  const args = ['--import', 'tsx', 'tests/coverage/run.ts', '--results', RESULTS];
  const { code, output } = await run(process.execPath, args, { signal });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
}

const CODE = /\.(ts|tsx|mjs|cjs)$/;
/** A file whose bytes were looked at under the same options is not looked at again. What our rules of ESLint say of a file follows from that file. */
const contentCache = (name) => ['--cache', '--cache-strategy=content', `--cache-location=.cache/${name}`];
const ESLINT_CACHE = contentCache('eslint');
const PRETTIER_CACHE = contentCache('prettier');
const FORMATTED = /\.(ts|tsx|mjs|cjs|md|json|jsonc|yml|css)$/;

/** @type {Phase[]} In the order in which they begin, two at a time. */
export const phases = [
  checkAll('build', 'lerna', 'run', 'build'),
  checkFiles('lint', 'eslint', { all: ['.'], ending: CODE, flags: ESLINT_CACHE }),
  // Not looked at again where no file is another: see nx.json. One program at a time keeps that account.
  { ...checkAll('types', 'nx', 'run', 'cloud-practice-site:types'), after: ['build'] },
  checkFiles('format', 'prettier', { all: ['.'], ending: FORMATTED, flags: ['--check', '--log-level=warn', ...PRETTIER_CACHE] }),
  checkAll(
    'imports',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'shell',
    'mf-*',
    'shared',
    'services',
    'tools',
    'tests',
    'scripts',
  ),
  // Hints about its configuration fail nothing, and would hide what does.
  checkAll('unused', 'knip', '--no-config-hints'),
  checkAll('versions', 'sherif', '--fail-on-warnings'),
  checkAll('compose', 'dclint', 'docker-compose.yml'),
  // Each of these keeps every core busy by itself.
  { name: 'unit', after: ['build'], run: unit },
  { name: 'postgres', after: ['unit'], run: postgres },
  { name: 'browser', after: ['build', 'unit', 'postgres'], run: browser },
  { name: 'cluster', after: ['build', 'unit', 'postgres', 'browser'], run: cluster },
  { name: 'coverage', after: ['unit', 'postgres', 'browser', 'cluster'], run: coverage },
];
