/**
 * `npm run bench`: measures the site beside its alternatives, what a visitor downloads who comes back, the server beside bare ones, what Lighthouse
 * says of each page, presses, releases, calls with very many members, whether times tell who has an account, and the console. `-- pages`,
 * `-- returning`, `-- server`, `-- lighthouse`, `-- interactions`, `-- releases`, `-- scale`, `-- addresses` or `-- console` does one of them;
 * `-- figures` writes what was found last into README. Installs if needed. See tests/bench/README.md.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bin, run } from './child.mjs';
import { installIfNeeded } from './install.mjs';
import { stopOnSignals } from './stop-signals.mjs';
import { root } from './workspaces.mjs';

const { signal } = stopOnSignals();

const measure = (env, ...file) => run(bin('tsx'), [path.join('tests', 'bench', ...file)], { signal, show: true, env });

async function measureOnPostgres(folder, env = {}) {
  const { createPostgres } = await import('./test/postgres.mjs');
  const postgres = createPostgres({ signal });
  try {
    return await measure({ ...env, BENCH_DATABASE_URL: await postgres.url() }, folder, 'run.ts');
  } finally {
    await postgres.stop();
  }
}

async function measureInBrowser(...file) {
  const { ensureBrowser } = await import('./test/browser.mjs');
  return measure({ CHROMIUM_PATH: await ensureBrowser({ signal }) }, ...file);
}

/** Lighthouse has more packages than a site needs, so it is installed by whoever asks for it. */
async function installLighthouse() {
  const folder = path.join(root, 'tests', 'bench', 'lighthouse', 'tool');
  if (existsSync(path.join(folder, 'node_modules', '.package-lock.json'))) return;
  const { code } = await run('npm', ['ci', '--prefix', folder, '--loglevel=error'], { signal, show: true });
  if (code !== 0) throw new Error('Lighthouse could not be installed: npm ci failed.');
}

const benches = {
  pages: () => measureInBrowser('run.ts'),
  returning: () => measureInBrowser('returning', 'run.ts'),
  async server() {
    const { ensureNginx } = await import('./test/nginx.mjs');
    await ensureNginx({ signal });
    return measureOnPostgres('server');
  },
  async lighthouse() {
    await installLighthouse();
    return measureInBrowser('lighthouse', 'run.ts');
  },
  interactions: () => measureInBrowser('interactions', 'run.ts'),
  releases: () => measureOnPostgres('releases'),
  scale: () => measureOnPostgres('scale'),
  addresses: () => measureOnPostgres('addresses'),
  async console() {
    const { ensureBrowser } = await import('./test/browser.mjs');
    return measureOnPostgres('console', { CHROMIUM_PATH: await ensureBrowser({ signal }) });
  },
};

/** Measures nothing. */
async function writeFigures() {
  const written = await measure({}, 'figures', 'run.ts');
  return written.code === 0 ? run(bin('prettier'), ['--write', '--log-level=warn', 'README.md'], { signal, show: true }) : written;
}

const commands = { ...benches, figures: writeFigures };
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches);
const unknown = wanted.find((name) => !Object.hasOwn(commands, name));
if (unknown !== undefined) {
  console.error(`There is no bench named '${unknown}'. Choose among: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}

await installIfNeeded({ signal });
for (const name of wanted) {
  const { code } = await commands[name]();
  process.exitCode ||= code;
  if (signal.aborted) break;
}
