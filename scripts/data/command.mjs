/** What `npm run backup` and `npm run restore` have in common: arguments, packages, Ctrl-C, and failures as one sentence. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installIfNeeded } from '../install.mjs';
import { Failure, report } from '../start/failure.mjs';
import { assertNodeVersion } from '../start/node-version.mjs';
import { stopOnSignals } from '../stop-signals.mjs';
import { root } from '../workspaces.mjs';

/**
 * @typedef {object} Call
 * @property {string | undefined} file Absolute path of the archive that the command line names.
 * @property {Record<string, boolean>} flags
 * @property {any} tools The module that does the work.
 * @property {AbortSignal} signal
 *
 * @param {{ usage: string, module: string, flags?: string[], needsFile?: boolean }} options `module` is one of services/server/src/backup.
 * @param {(call: Call) => Promise<string>} work Answers with what to say in the end.
 */
export async function dataCommand({ usage, module, flags = [], needsFile = false }, work) {
  const { signal } = stopOnSignals();
  try {
    assertNodeVersion();
    const { positionals, values } = readArguments(flags, usage);
    // An empty name is that of a variable which was not set.
    if (positionals.length > 1 || positionals[0] === '' || (needsFile && positionals.length === 0)) throw new Failure(usage);
    await installIfNeeded({ signal }).catch((error) => {
      throw new Failure(error.message);
    });
    // As a start has it: a relative DATA_DIR is one of the repository. A file is where whoever calls is.
    const file = positionals[0] && path.resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0]);
    process.chdir(root);
    const { loadProgram } = await import('@site/program/program');
    const tools = await loadProgram(`services/server/src/backup/${module}.ts`);
    console.log(await work({ file, flags: values, tools, signal }));
  } catch (error) {
    report(error, signal);
  }
}

function readArguments(flags, usage) {
  try {
    return parseArgs({ allowPositionals: true, options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' }])) });
  } catch {
    throw new Failure(usage);
  }
}
