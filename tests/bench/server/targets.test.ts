/** That everything the bench asks for is answered, however often: limits of what one member may do would end it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadTarget } from './load';
import type { Serving } from './serve';
import { targetsOf } from './targets';

const RUN = join(import.meta.dirname, '../../../tools/program/bin/run.mjs');
/** More than DEMO_QUOTA, and than anybody may add in an hour. */
const TIMES = 250;

let child: ChildProcess;
let serving: Serving;

beforeAll(async () => {
  child = fork(RUN, [join(import.meta.dirname, 'serve.ts')], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production', BENCH_DATABASE_URL: '' },
  });
  [serving] = (await once(child, 'message')) as [Serving];
});

afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
});

it('no target refuses, and each connection writes something else', async () => {
  const targets = targetsOf(serving);
  await Promise.all(targets.map((target) => loadTarget(target, { amount: TIMES }, serving.demos.length)));

  const answer = await fetch(`${serving.api}/api/demos/player`, { headers: { authorization: serving.authorization } });
  const { playerDemos } = (await answer.json()) as { playerDemos: { id: number; description: string }[] };
  const written = playerDemos.filter(({ description }) => description.includes('again and again')).map(({ id }) => id);
  expect(written.toSorted()).toEqual(serving.demos.toSorted());
});
