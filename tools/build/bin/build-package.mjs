#!/usr/bin/env node
import { register } from 'tsx/esm/api';

register();
const { buildPackage } = await import('../src/build-package.ts');
await buildPackage(process.cwd()).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
