#!/usr/bin/env node
/** Makes what programs run from, where none of them may write: `node tools/program/bin/make.mjs FILE...`, from the root of the repository. */
import { programOf } from '../src/program.mjs';

for (const entry of process.argv.slice(2)) await programOf(entry);
