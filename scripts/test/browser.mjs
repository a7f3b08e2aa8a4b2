/** Finds a Chromium for the browser tests, or installs one. */
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { bin, run } from '../child.mjs';
import { installPackage } from '../debian.mjs';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HEADLESS_SHELL = 'chromium-headless-shell';
/** Whose headless shell is a package of its own. */
const DEBIANS_CHROMIUM = '/usr/lib/chromium/chromium';
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(command) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, command)).find(isExecutable);
}

/** @returns {Promise<string | undefined>} Path of a Chromium on this machine. */
export async function findBrowser() {
  const { chromium } = await import('playwright-core');
  return [process.env.CHROMIUM_PATH, ...COMMANDS.map(onPath), ...MAC, chromium.executablePath()].find((file) => file && isExecutable(file));
}

/**
 * @returns {Promise<string>} Path of a Chromium.
 * @throws {Error} With one sentence that says what to do.
 */
export async function ensureBrowser({ signal } = {}) {
  const found = await findBrowser();
  if (found) return found;
  if (!(await installPackage('chromium', { signal }))) await run(bin('playwright'), ['install', 'chromium'], { show: true, signal });
  const installed = await findBrowser();
  if (!installed) throw new Error('No browser was found and none could be installed: install Chromium, or set CHROMIUM_PATH to one.');
  return installed;
}

/**
 * The same browser without its windows: it loads a page with less than half of the work.
 * @returns {Promise<string | undefined>} Path of the headless shell. Where there is none, Chromium does everything.
 */
export async function findHeadlessShell({ signal } = {}) {
  const given = process.env.HEADLESS_SHELL_PATH;
  if (given) return given;
  if (!onPath(HEADLESS_SHELL) && existsSync(DEBIANS_CHROMIUM)) await installPackage(HEADLESS_SHELL, { signal });
  return onPath(HEADLESS_SHELL);
}
