#!/usr/bin/env node
/** Runs a program from its TypeScript source: `node tools/program/bin/run.mjs FILE ARGUMENTS...` */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProgram } from '../src/program.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const [node, , file = '', ...args] = process.argv;
const entry = path.resolve(file);
process.argv = [node, entry, ...args];
await loadProgram(path.relative(ROOT, entry));
