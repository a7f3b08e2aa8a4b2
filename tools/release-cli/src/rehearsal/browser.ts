/** The browser that rehearsals use: one that is installed, never one that is loaded for it. */
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns The browser, or in a sentence why there is none. */
export async function launchBrowser(): Promise<Browser | string> {
  // Loaded when it is needed: no other command waits for it.
  const { chromium } = await import('playwright-core');
  const named = [process.env.HEADLESS_SHELL_PATH, process.env.CHROMIUM_PATH].flatMap((path) => path || []);
  const places = named.length > 0 ? named : [chromium.executablePath(), ...USUAL_PLACES];
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined) return 'There is no Chromium on this machine. Name one with CHROMIUM_PATH.';
  try {
    return await chromium.launch({ executablePath, args: ARGS });
  } catch (error) {
    return `${executablePath} does not start: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  }
}
