/** Runs a program that starts the production shape on this machine. Installs and builds first if needed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installIfNeeded } from './install.mjs';
import { build } from './start/build.mjs';
import { report } from './start/failure.mjs';
import { stopOnSignals } from './stop-signals.mjs';
import { ensureNginx } from './test/nginx.mjs';
import { root } from './workspaces.mjs';

/** @param {string} file Program in TypeScript. Its exit code becomes that of this process. */
export async function runOnCluster(file) {
  const { signal } = stopOnSignals();

  try {
    await installIfNeeded({ signal });
    await ensureNginx({ signal });
    await build({ signal });
    const args = ['--import', 'tsx', file, ...process.argv.slice(2)];
    const program = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    // It ends what it started, which takes as long as it takes.
    signal.addEventListener('abort', () => program.kill('SIGTERM'));
    const [code] = await once(program, 'exit');
    process.exitCode = code ?? 1;
  } catch (error) {
    report(error, signal);
  }
}
