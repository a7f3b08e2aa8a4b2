#!/usr/bin/env node
/** Runs the `desk` command. See `desk --help`. */
import { loadProgram } from '@site/program/program';

const { desk } = await loadProgram('services/api/src/desk-cli.ts');
process.exitCode = await desk(process.argv.slice(2), { env: process.env, fetch, print: console.log, fail: console.error });
