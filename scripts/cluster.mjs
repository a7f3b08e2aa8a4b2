/**
 * `npm run cluster`: the production shape on this machine without containers, and everything that happens to one, under load. `-- up` starts it
 * and lets it run. Installs and builds if needed. See tests/cluster/README.md.
 */
import { bin, run } from './child.mjs';
import { installIfNeeded } from './install.mjs';
import { build } from './start/build.mjs';
import { report } from './start/failure.mjs';
import { ensureNginx } from './test/nginx.mjs';

const stopped = new AbortController();
const { signal } = stopped;
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stopped.abort());

try {
  await installIfNeeded({ signal });
  await ensureNginx({ signal });
  await build({ signal });
  const { code } = await run(bin('tsx'), ['tests/cluster/run.ts', ...process.argv.slice(2)], { signal, show: true });
  process.exitCode = code;
} catch (error) {
  report(error, signal);
}
