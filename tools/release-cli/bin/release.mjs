#!/usr/bin/env node
import { whenOrphaned } from '@site/program/orphan';
import { loadProgram } from '@site/program/program';

// What npx is told is meant for this program.
if (process.env.npm_lifecycle_event === 'npx') whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));

let isTold = false;
process.stdout.on('error', ({ code, message }) => {
  // Whoever reads may have read enough, as `head` has. What was begun is still ended.
  if (code === 'EPIPE') return;
  if (!isTold) console.error(`The answer could not be written: ${message}`);
  isTold = true;
  process.exitCode ||= 1;
});
const { main } = await loadProgram('tools/release-cli/src/main.ts');
process.exitCode = (await main(process.argv.slice(2))) || process.exitCode;
