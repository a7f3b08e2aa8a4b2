/** `npm run spec-coverage`: writes docs/spec-coverage.md from what the last `npm test` ran; installs if needed. See tests/coverage/run.ts. */
import path from 'node:path';
import { bin, run } from './child.mjs';
import { installIfNeeded } from './install.mjs';
import { stopOnSignals } from './stop-signals.mjs';

const { signal } = stopOnSignals();

await installIfNeeded({ signal });
const { code } = await run(bin('tsx'), [path.join('tests', 'coverage', 'run.ts'), '--write', ...process.argv.slice(2)], {
  signal,
  show: true,
});
process.exitCode = code;
