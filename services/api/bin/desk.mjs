#!/usr/bin/env node
/** Runs the `desk` command. See `desk --help`. */
import { register } from 'tsx/esm/api';

register();
const { desk } = await import('../src/desk-cli.ts');
process.exitCode = await desk(process.argv.slice(2), { env: process.env, fetch, print: console.log, fail: console.error });
