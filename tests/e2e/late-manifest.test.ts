/** Other pages of the site while the manifest, which says what their addresses show, is late or does not come. */
import { MANIFESTS_PATH } from '@site/contracts/composition';
import type { Page, Route } from '@playwright/test';
import { expect, expectHydrated, open, stopClock, test } from './fixtures';

const MANIFEST = `**${MANIFESTS_PATH}*`;
const contact = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Contacts' });
const heading = (page: Page) => page.locator('main h1');

/** Addresses of the documents that the page loads. */
function documentsOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) addresses.push(new URL(request.url()).pathname);
  });
  return addresses;
}

/** Keeps the manifest back. @returns A function that lets it come. */
async function holdManifest(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(MANIFEST, (route) => void held.push(route));
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await Promise.all(held.splice(0).map((route) => route.continue()));
  };
}

test('a link that is followed before the manifest is there shows its page when it comes, in the same document', async ({ page }) => {
  const documents = documentsOf(page);
  const comes = await holdManifest(page);
  await open(page, '/');
  await stopClock(page);
  await contact(page).click();
  await expect(page).toHaveURL('/contact');
  await expect(heading(page)).toHaveCount(0);
  // What the document knows is there meanwhile.
  await page.goBack();
  await expect(heading(page)).toHaveText('Cloud software starts with the people who fit');
  await page.goForward();
  await expect(heading(page)).toHaveCount(0);
  await comes();
  await expect(heading(page)).toHaveText('Talk to us');
  expect(documents).toEqual(['/']);
});

test('a navigation that has waited for the manifest long enough loads the document of its page', async ({ page }) => {
  const documents = documentsOf(page);
  await holdManifest(page);
  await open(page, '/');
  await stopClock(page);
  await contact(page).click();
  await expect(page).toHaveURL('/contact');
  // The address is there before the page waits.
  await expect(heading(page)).toHaveCount(0);
  await page.clock.runFor(5_000);
  await expect(heading(page)).toHaveText('Talk to us');
  expect(documents).toEqual(['/', '/contact']);
});

test.describe('where the manifest does not come', () => {
  test.use({ expectedMessages: /status of 404|valid digest in the 'integrity' attribute|SRI's integrity checks failed/ });

  for (const [reason, refuse] of [
    ['the edge does not know it', (route: Route) => route.fulfill({ status: 404, body: '{}' })],
    ['it is not the one that the document names', (route: Route) => route.fulfill({ json: { remotes: [] } })],
  ] as const) {
    test(`because ${reason}, links lead to the documents of their pages`, async ({ page }) => {
      const documents = documentsOf(page);
      await page.route(MANIFEST, refuse);
      await open(page, '/');
      await contact(page).click();
      await expect(heading(page)).toHaveText('Talk to us');
      await expectHydrated(page);
      await page.goBack();
      await expect(heading(page)).toHaveText('Cloud software starts with the people who fit');
      expect(documents).toEqual(['/', '/contact', '/']);
    });
  }
});
