/** A site whose API is at an origin of its own: to a browser, the two names of this machine are two hosts. */
import type { Page } from '@playwright/test';
import { launchStartedSite, START_TIMEOUT_MS, type LaunchedSite } from '../launch-site';
import { expect, open, test as base, toast } from './member';
import { sampleAccount } from './people';
import { signIn } from './quick-sign-in';

const apiOrigin = (address: string): string => address.replace('localhost', '127.0.0.1');

const test = base.extend<object, { site: LaunchedSite }>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const site = await launchStartedSite((port) => ({ API_ORIGIN: `http://127.0.0.1:${port}`, FORM_LIMIT: '1' }));
      // The accounts that these tests use are those of this site. Its worker is a process of its own.
      process.env.SITE_DATA_DIR = site.dataDir;
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
});

test.describe.configure({ mode: 'default' });
// The header that tells the server which test asks is none that pages send, and the API allows no other.
test.use({ extraHTTPHeaders: {}, expectedMessages: /status of 429/ });

/** Addresses of the calls that the page makes to the API, at whatever origin. */
function callsOf(page: Page): URL[] {
  const calls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/')) calls.push(url);
  });
  return calls;
}

/** A picture that the browser draws. */
async function picture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => document.createElement('canvas').toDataURL('image/png'));
  return Buffer.from(address.split(',')[1]!, 'base64');
}

interface ReaderWindow {
  /** The header as scripts of the page may read it. */
  retryAfter: string | null;
}

/** Runs in the page. */
function noteRetryAfter(): void {
  const ask = window.fetch;
  window.fetch = async (...request) => {
    const answer = await ask(...request);
    if (answer.status === 429) Object.assign(window, { retryAfter: answer.headers.get('retry-after') });
    return answer;
  };
}

test('the card of a member is loaded and saved, with its photo', async ({ page, baseURL }) => {
  const calls = callsOf(page);
  await signIn(page, await sampleAccount('player'));
  await page.goto('/card');
  await expect(page.getByRole('button', { name: 'Unfollow The Open Bench' })).toBeVisible();

  await page.getByLabel('Profile photo, png or jpeg').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture(page) });
  await page.getByRole('dialog', { name: 'Profile photo' }).getByRole('button', { name: 'Save photo' }).click();
  await expect(toast(page, /^Photo (?:was )?saved/)).toBeVisible();
  const photo = page.getByRole('region', { name: 'Profile' }).locator('img');
  await expect(photo).toHaveAttribute('src', new RegExp(`^${apiOrigin(baseURL)}/api/photos/`));
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(400);

  const goal = page.getByRole('checkbox', { name: 'Lead an idea from a playbook' });
  await goal.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Profile saved.')).toBeVisible();

  expect(calls.length).toBeGreaterThan(5);
  expect([...new Set(calls.map(({ origin }) => origin))]).toEqual([apiOrigin(baseURL)]);
});

test('what the API refuses is said in its words, and the page may read when to come back', async ({ page, baseURL }) => {
  await page.addInitScript(noteRetryAfter);
  const send = async (): Promise<void> => {
    await open(page, '/intro/produce');
    const texts = { 'Full name': 'Ida Asker', Email: 'ida@example.com', Phone: '+12125550144', Question: 'Does it come through?' };
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  await send();
  await expect(toast(page, 'Thank you, your message was received.')).toBeVisible();
  const refused = page.waitForResponse((answer) => answer.status() === 429);
  await send();
  const answer = await refused;
  expect(new URL(answer.url()).origin).toBe(apiOrigin(baseURL));
  await expect(toast(page, ((await answer.json()) as { overall: [string] }).overall[0])).toBeVisible();
  expect(await page.evaluate(() => Number((window as unknown as ReaderWindow).retryAfter))).toBeGreaterThan(0);
});
