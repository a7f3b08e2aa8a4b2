/** `npm run screenshots [-- <part of a name>...]`: installs if needed, finds a browser, pictures every screen. See tests/screenshots/run.ts. */
import path from 'node:path';
import { bin, run } from './child.mjs';
import { installIfNeeded } from './install.mjs';

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort());

await installIfNeeded({ signal: stopped.signal });
const { ensureBrowser } = await import('./test/browser.mjs');
const browser = await ensureBrowser({ signal: stopped.signal });
const { code } = await run(bin('tsx'), [path.join('tests', 'screenshots', 'run.ts'), ...process.argv.slice(2)], {
  signal: stopped.signal,
  show: true,
  env: { CHROMIUM_PATH: browser },
});
process.exitCode = code;
