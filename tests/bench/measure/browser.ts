import type { LaunchOptions } from 'playwright-core';
import { TRUST_SERVERS } from './h2-server';

/** Chromium as `npm test` finds it (`CHROMIUM_PATH`), else Playwright's own. */
export function browserOptions(): LaunchOptions {
  return {
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      TRUST_SERVERS,
    ],
  };
}
