/** Finds a Chromium for the browser tests, or installs one. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { bin, run } from '../child.mjs';
import { installPackage } from '../debian.mjs';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function find() {
  const { chromium } = await import('playwright-core');
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  return [process.env.CHROMIUM_PATH, ...onPath, ...MAC, chromium.executablePath()].find((file) => file && isExecutable(file));
}

/**
 * @returns {Promise<string>} Path of a Chromium.
 * @throws {Error} With one sentence that says what to do.
 */
export async function ensureBrowser({ signal } = {}) {
  const found = await find();
  if (found) return found;
  if (!(await installPackage('chromium', { signal }))) await run(bin('playwright'), ['install', 'chromium'], { show: true, signal });
  const installed = await find();
  if (!installed) throw new Error('No browser was found and none could be installed: install Chromium, or set CHROMIUM_PATH to one.');
  return installed;
}
