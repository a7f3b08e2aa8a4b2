/** `npm run screenshots [-- <part of a name>...]`: installs if needed, finds a browser, pictures every screen. See tests/screenshots/run.ts. */
import path from 'node:path';
import { bin, run } from './child.mjs';
import { installIfNeeded } from './install.mjs';
import { stopOnSignals } from './stop-signals.mjs';

const { signal } = stopOnSignals();

await installIfNeeded({ signal });
const { ensureBrowser } = await import('./test/browser.mjs');
const browser = await ensureBrowser({ signal });
const { code } = await run(bin('tsx'), [path.join('tests', 'screenshots', 'run.ts'), ...process.argv.slice(2)], {
  signal,
  show: true,
  env: { CHROMIUM_PATH: browser },
});
process.exitCode = code;
