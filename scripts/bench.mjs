/** `npm run bench`: installs if needed, finds a browser, measures the site beside its alternatives. See tests/bench/run.ts. */
import path from 'node:path';
import { bin, run } from './child.mjs';
import { installIfNeeded } from './install.mjs';

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort());

await installIfNeeded({ signal: stopped.signal });
const { ensureBrowser } = await import('./test/browser.mjs');
const browser = await ensureBrowser({ signal: stopped.signal });
const { code } = await run(bin('tsx'), [path.join('tests', 'bench', 'run.ts')], {
  signal: stopped.signal,
  show: true,
  env: { CHROMIUM_PATH: browser },
});
process.exitCode = code;
