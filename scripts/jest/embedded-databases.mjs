/** The embedded databases of a process that runs tests. They are outside of the globals of a test file, and so outlive it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction, constants } from 'node:vm';

/** The library is that of the package whose databases these are. */
const require = createRequire(new URL('../../services/platform/package.json', import.meta.url));

/** Those that nobody uses, each with what it held when it was new. */
export const idleDatabases = new Map();

/**
 * A database counts for up to ten seconds after a query, which keeps no process from ending and is nothing that a test file has left open.
 * The library takes the timers that it finds.
 */
const setUnheldTimeout = (...call) => setTimeout(...call).unref();

function loadPglite() {
  const file = require.resolve('@electric-sql/pglite');
  const names = ['module', 'require', '__filename', '__dirname', 'setTimeout'];
  const load = compileFunction(readFileSync(file, 'utf8'), names, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  load(module, createRequire(file), file, path.dirname(file), setUnheldTimeout);
  return module.exports;
}

let pglite;

/** @param {Blob} [dump] What it holds; without one it is empty. */
export const startDatabase = (dump) => (pglite ??= loadPglite()).PGlite.create({ dataDir: 'memory://', loadDataDir: dump });
