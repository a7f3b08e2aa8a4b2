/** Loaded into each process of a soak before anything else: says on request what the process holds once its garbage is collected. */
import { findSourceMap } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { programOf } from '@site/program/program';

if (isMainThread && process.send) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const measure = async () => {
    // Node reads the map of a program when it first tells of an error, and keeps it: some ten mebibytes that are not to come in between.
    findSourceMap(await programOf('services/server/src/main.ts'));
    collect();
    process.send({ type: 'measured', ...process.memoryUsage() });
  };
  process.on('message', (message) => {
    if (message?.type === 'measure') void measure();
  });
  // Whoever ends in order does not wait for another request.
  process.channel?.unref();
}
