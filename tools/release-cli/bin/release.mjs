#!/usr/bin/env node
import { loadProgram } from '@site/program/program';

// Whoever reads may have read enough, as `head` has. What was begun is still ended.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
const { main } = await loadProgram('tools/release-cli/src/main.ts');
process.exitCode = await main(process.argv.slice(2));
