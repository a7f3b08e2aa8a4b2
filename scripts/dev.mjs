/** `npm run dev`: the site with the shell and every remote built from their sources at each change. Open pages reload by themselves. */
import { start } from './child.mjs';
import { releasedPackages } from './start/build.mjs';
import { Failure, report } from './start/failure.mjs';
import { bold, dim } from './start/progress.mjs';
import { runSite } from './start/run-site.mjs';
import { stopOnSignals } from './stop-signals.mjs';

/**
 * Development servers look for a free port from here on; each from its own, because those that look at the same time find the same. A single
 * `npm run dev -w` begins at the same one, by tools/build/src/dev-package.ts.
 */
const FIRST_PORT = 4300;
const PORTS_EACH = 20;

const stopped = stopOnSignals();

try {
  const { site, address } = await runSite(stopped.signal);
  const developed = releasedPackages().map(([name], index) => develop(name, address, FIRST_PORT + index * PORTS_EACH));
  console.log(`\n  The site is running at ${bold(address)}, each part from its sources as soon as that is built.`);
  console.log(dim('  Ctrl-C stops it.\n'));
  await Promise.race([site.ended, ...developed]);
  if (!stopped.signal.aborted) throw new Failure('A part of the site ended by itself.');
} catch (error) {
  report(error, stopped.signal);
} finally {
  stopped.abort();
}

/** Resolves when the development server of a package has ended, which it does only when it is stopped or cannot go on. */
async function develop(name, siteOrigin, basePort) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...args] = [...npm, 'run', 'dev', '--silent', '--workspace', name];
  const { code } = await start(command, args, {
    env: { SITE_ORIGIN: siteOrigin, WEBPACK_DEV_SERVER_BASE_PORT: String(basePort) },
    signal: stopped.signal,
    show: true,
  }).done;
  if (code !== 0 && !stopped.signal.aborted) throw new Failure(`The development server of ${name} ended with code ${code}.`);
}
