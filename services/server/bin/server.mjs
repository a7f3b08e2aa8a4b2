#!/usr/bin/env node
/** A process of the site. Its environment says which roles it plays; see services/server/README.md. */
import { loadProgram } from '@site/program/program';

await loadProgram('services/server/src/main.ts');
