/** One running provider per worker, and a page with Amplify on it for each test. */
import { test as base } from '@playwright/test';
import { createHarness, type Harness, type ProviderSite, startProvider } from './provider';

export { type Harness, PASSWORD, PLAYER, type ProviderSite, RELEASE_MANAGER } from './provider';

export const test = base.extend<{ harness: Harness }, { site: ProviderSite }>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from a pattern, also when there are none
    async ({}, use) => {
      const { site, stop } = await startProvider();
      await use(site);
      await stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  harness: async ({ page, site }, use) => {
    await page.goto(`${site.origin}/`);
    await use(createHarness(page, site));
  },
});
