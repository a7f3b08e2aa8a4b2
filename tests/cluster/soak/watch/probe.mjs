/** Loaded into each process of a soak before anything else: says on request what the process holds once its garbage is collected. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('message', (message) => {
    if (message?.type !== 'measure') return;
    collect();
    process.send({ type: 'measured', ...process.memoryUsage() });
  });
  // Whoever ends in order does not wait for another request.
  process.channel?.unref();
}
