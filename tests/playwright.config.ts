/** Browser tests. They start their sites from empty data, or test a running one: `BASE_URL=https://... npx playwright test -c tests`. */
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { findBrowser } from '../scripts/test/browser.mjs';

/** What does not need sample data is tested on a site in production mode. */
const PRODUCTION = /e2e\/(?:routes|documents|navigation|drawer|accessibility)\.test\.ts$/;
/** They stop their site, make it fail, set it up in another way, or change what is live: they do not visit the site of the others. */
const TROUBLE = /member\/(?:troubled|api-origin)\.test\.ts$/;
const RELEASES = /releases\/.*\.test\.ts$/;
/** They have a provider of their own, and visit no site. */
const IDENTITY = /identity\/.*\.test\.ts$/;
/** Half of what they look at comes from the registry, and none of it from what a stopped one changes. */
const CONSOLE = /console\/.*\.test\.ts$/;
/** With `WITHOUT_REGISTRY` the registry of the site is stopped, and nothing may be missed but the registry itself. */
const NEEDS_REGISTRY = /@registry/;
const WITHOUT_REGISTRY = { testIgnore: [TROUBLE, RELEASES, IDENTITY, CONSOLE] };
/** They read mails, tokens or files of the site, which are out of reach where somebody else has started it. */
const NEEDS_DATA = /e2e\/(?:member|desk|console|releases|damaged-copies|room-for-text|without-backend)\b.*\.test\.ts$/;
const NEEDS_TOKEN = /@token/;
const isElsewhere = Boolean(process.env.BASE_URL) && !process.env.SITE_DATA_DIR;

const WIDE = { viewport: { width: 1280, height: 800 } };
/** What wide windows have in another form. */
const NARROW_ONLY = /@phone-only/;

// `npm test` names them. Whoever starts Playwright by hand gets what is on this machine.
const found = process.env.CHROMIUM_PATH ?? ((await findBrowser()) as string | undefined);
if (found) process.env.CHROMIUM_PATH = found;
/** The headless shell needs less than half of the processor's time for the same page. What it cannot do asks for Chromium itself. */
const browser = process.env.HEADLESS_SHELL_PATH ?? found;

const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true };

type Projects = NonNullable<PlaywrightTestConfig<object, { siteMode: 'development' | 'production' }>['projects']>;

const PROJECTS: Projects = [
  { name: 'trouble', use: WIDE, testMatch: TROUBLE },
  { name: 'releases', use: WIDE, testMatch: RELEASES, fullyParallel: false },
  { name: 'production', use: { ...WIDE, siteMode: 'production' }, testMatch: PRODUCTION, grepInvert: NARROW_ONLY },
  { name: 'desktop', use: WIDE, testIgnore: [TROUBLE, RELEASES, PRODUCTION], grepInvert: NARROW_ONLY },
  // Only what differs on a small screen: tests tagged @phone run at both widths, @phone-only at this one.
  { name: 'phone', use: NARROW, testIgnore: [TROUBLE, RELEASES], grep: /@phone/ },
];

const PROJECTS_WITHOUT_REGISTRY: Projects = [
  { ...WITHOUT_REGISTRY, name: 'without-registry', use: WIDE, grepInvert: [NARROW_ONLY, NEEDS_REGISTRY] },
  { ...WITHOUT_REGISTRY, name: 'without-registry-phone', use: NARROW, grep: /@phone/, grepInvert: NEEDS_REGISTRY },
];

const withoutData = (project: Projects[number]): Projects[number] => ({
  ...project,
  testIgnore: [project.testIgnore ?? [], NEEDS_DATA].flat(),
  grepInvert: [project.grepInvert ?? [], NEEDS_TOKEN].flat(),
});

export default defineConfig<object, { siteMode: 'development' | 'production' }>({
  testDir: 'e2e',
  outputDir: '../test-results',
  globalSetup: './e2e/start-site.ts',
  fullyParallel: true,
  forbidOnly: true,
  // As many as scripts/test/runners.mjs gives to Jest, for the same reason.
  workers: 3,
  // A test that needs a second try is red.
  retries: 0,
  // Backstops for what never comes: nothing is said about how fast it comes, because a machine may be slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    // A trace of every test costs all of them time: `--trace on` records one of a test that is looked into.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser && { executablePath: browser }),
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
  // None waits for another: whatever fails hides the results of nothing else.
  projects: (process.env.WITHOUT_REGISTRY ? PROJECTS_WITHOUT_REGISTRY : PROJECTS).map((project) =>
    isElsewhere ? withoutData(project) : project,
  ),
});
