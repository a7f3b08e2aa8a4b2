#!/usr/bin/env node
/** Runs the `operator` command. See `operator.mjs --help`. */
import { register } from 'tsx/esm/api';

register();
const { operator } = await import('../src/operator/operator-cli.ts');
const { exitCode, text } = await operator(process.argv.slice(2), process.env);
(exitCode === 0 ? console.log : console.error)(text);
process.exitCode = exitCode;
