/** Makes sure that the packages of package-lock.json are installed. Plain Node: nothing is installed yet when this runs. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './child.mjs';
import { root } from './workspaces.mjs';

const LOCK = path.join(root, 'package-lock.json');
/** npm's own record of what it installed, written last. */
const RECORD = path.join(root, 'node_modules', '.package-lock.json');
/** Ours, written after that: which lock file it was. */
const STAMP = path.join(root, 'node_modules', '.installed-lock');

const hash = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');

function isInstalled() {
  const record = statSync(RECORD, { throwIfNoEntry: false });
  if (!record) return false;
  const stamp = statSync(STAMP, { throwIfNoEntry: false });
  if (stamp && readFileSync(STAMP, 'utf8') === hash()) return true;
  const isByHand = !stamp || stamp.mtimeMs < record.mtimeMs;
  return isByHand && record.mtimeMs >= statSync(LOCK).mtimeMs;
}

/**
 * Runs `npm ci` if node_modules is missing, was left half-written, or belongs to another package-lock.json.
 * @param {{ signal?: AbortSignal }} [options]
 * @throws {Error} With one sentence, when npm fails. npm has said why by then.
 */
export async function installIfNeeded({ signal } = {}) {
  if (isInstalled()) return;
  console.log('Installing packages...');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // What builds the site are development packages, which npm leaves out where NODE_ENV says production.
  const [command, ...args] = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm reads it next: one that is saved meanwhile is to be installed by the next start.
  const installed = hash();
  const { code } = await run(command, args, { show: true, signal });
  if (code !== 0) throw new Error('The packages could not be installed: npm ci failed.');
  writeFileSync(STAMP, installed);
}
