/**
 * `npm run cluster`: the production shape on this machine without containers, and everything that happens to one, under load. `-- up` starts it
 * and lets it run. Installs and builds if needed. See tests/cluster/README.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installIfNeeded } from './install.mjs';
import { build } from './start/build.mjs';
import { report } from './start/failure.mjs';
import { ensureNginx } from './test/nginx.mjs';
import { root } from './workspaces.mjs';

const stopped = new AbortController();
const { signal } = stopped;
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stopped.abort());

try {
  await installIfNeeded({ signal });
  await ensureNginx({ signal });
  await build({ signal });
  const args = ['--import', 'tsx', 'tests/cluster/run.ts', ...process.argv.slice(2)];
  const cluster = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  // It ends what it started, which takes as long as it takes.
  signal.addEventListener('abort', () => cluster.kill('SIGTERM'));
  const [code] = await once(cluster, 'exit');
  process.exitCode = code ?? 1;
} catch (error) {
  report(error, signal);
}
