/** `npm start`: the whole site from a fresh clone on, with nothing but Node and npm on the machine. */
import { Failure, report } from './start/failure.mjs';
import { dim } from './start/progress.mjs';
import { runSite } from './start/run-site.mjs';
import { welcome } from './start/welcome.mjs';
import { stopOnSignals } from './stop-signals.mjs';

const stopped = stopOnSignals();

try {
  const running = await runSite(stopped.signal);
  console.log(welcome(running));
  // For the program that started this one, if it listens.
  process.send?.({ type: 'running', address: running.address });
  const [code] = await running.site.ended;
  if (!stopped.signal.aborted) throw new Failure(`The server ended by itself${code === null ? '' : ` with code ${code}`}.`);
  console.log(dim('Stopped.'));
} catch (error) {
  report(error, stopped.signal);
}
