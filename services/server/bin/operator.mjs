#!/usr/bin/env node
/** Runs the `operator` command. See `operator.mjs --help`. */
import { loadProgram } from '@site/program/program';

const { operator } = await loadProgram('services/server/src/operator/operator-cli.ts');
const { exitCode, text } = await operator(process.argv.slice(2), process.env);
(exitCode === 0 ? console.log : console.error)(text);
process.exitCode = exitCode;
