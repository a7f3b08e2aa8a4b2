/** Finds nginx, or installs it. */
import { run } from '../child.mjs';
import { installPackage } from '../debian.mjs';

const isThere = async ({ signal }) => (await run('nginx', ['-v'], { signal })).code === 0;

/** @throws {Error} With one sentence that says what to do. */
export async function ensureNginx({ signal }) {
  if (await isThere({ signal })) return;
  await installPackage('nginx', { signal });
  if (!(await isThere({ signal }))) throw new Error('No nginx was found and none could be installed: install nginx.');
}
