/** What somebody who can write into a document might put there, and what the browser makes of it. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** Console messages of a browser that refuses, and of documents that are no success. */
export const REFUSALS = /Content Security Policy|status of [45]\d\d/;

const FOREIGN = 'https://evil.test/script.js';
const CHUNK = '/assets/shell/_/main.js';
const MARK = "document.documentElement.dataset.smuggled = 'true'";

const MARKUP =
  `<script>${MARK}</script><script src="${FOREIGN}"></script><script src="${CHUNK}"></script>` +
  `<style>h1{color:red}</style><p style="color:red">Smuggled</p><base href="${FOREIGN}">`;

/** Opens the address with all of it in its document, and expects each to be refused. */
export async function expectSmuggledRefused(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      refused.push(`${effectiveDirective} ${blockedURI.replace(location.origin, '')}`),
    );
  });
  await page.route(FOREIGN, (route) => route.fulfill({ contentType: 'text/javascript', body: MARK }));
  await page.route(
    (url) => url.pathname === address,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('</body>', `${MARKUP}</body>`) });
    },
  );
  await page.goto(address);
  const refused = (): Promise<string[]> => page.evaluate(() => (window as unknown as { refused: string[] }).refused.toSorted());
  await expect
    .poll(refused, address)
    .toEqual([
      `base-uri ${FOREIGN}`,
      `script-src-elem ${CHUNK}`,
      `script-src-elem ${FOREIGN}`,
      'script-src-elem inline',
      'style-src-attr inline',
      'style-src-elem inline',
    ]);
  expect(await page.evaluate(() => document.documentElement.dataset.smuggled ?? null)).toBeNull();
  await expect(page.getByText('Smuggled')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
  await page.unrouteAll();
}
