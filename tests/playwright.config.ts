/** Browser tests. They start the whole site once, from empty data, or test a running one: `BASE_URL=https://... npx playwright test -c tests`. */
import { defineConfig } from '@playwright/test';

const RELEASES = /releases\/.*\.test\.ts$/;
const TROUBLE = /member\/troubled\.test\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  globalSetup: './e2e/start-site.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A shared machine may stall for longer than any sensible limit; what fails twice is broken.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  use: {
    ...(process.env.BASE_URL ? { baseURL: process.env.BASE_URL } : {}),
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, testIgnore: [RELEASES, TROUBLE] },
    // Only what differs on a small screen: tests tagged @phone run at both widths.
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true }, testIgnore: [RELEASES, TROUBLE], grep: /@phone/ },
    // They start a site of their own, stop it, and make it fail.
    {
      name: 'trouble',
      use: { viewport: { width: 1280, height: 800 } },
      testMatch: TROUBLE,
      dependencies: ['desktop', 'phone'],
      workers: 1,
    },
    // They change what is live, so they have the site to themselves.
    {
      name: 'releases',
      use: { viewport: { width: 1280, height: 800 } },
      testMatch: RELEASES,
      dependencies: ['desktop', 'phone'],
      workers: 1,
    },
  ],
});
