import type { Locator, Page } from '@playwright/test';
import { expect, expectHydrated, open, test } from './fixtures';
import { tabTo } from './hands';
import { resize } from './resize';

const main = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const heading = (page: Page): Locator => page.locator('main h1');

/** Marks the document, so that a reload would be noticed. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset.first = 'true';
  });
const expectSameDocument = (page: Page): Promise<void> => expect(page.locator('html')).toHaveAttribute('data-first', 'true');

const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

/** How far below the top of the window, in pixels, an element begins. */
const offset = (target: Locator): Promise<number> => target.evaluate((element) => Math.round(element.getBoundingClientRect().top));

test.describe('the navigation of a signed-out visitor', () => {
  test('offers what the site has, in its order and words', async ({ page }) => {
    await open(page, '/');
    await expect(main(page).locator(':is(a, button):visible')).toHaveText([
      'Practice',
      'Venture studio',
      'Contact',
      'Elevate',
      'Sign in',
      'Sign up',
    ]);
    for (const [menu, entries] of [
      ['Venture studio', { Blueprints: '/blueprints', ATA: '/ata' }],
      ['Elevate', { Overview: '/elevate', Draft: '/draft', 'O.M.L.E.T.': '/Demo', 'Ground rules': '/playbooks' }],
    ] as const) {
      await main(page).getByRole('button', { name: menu }).click();
      const links = main(page).locator('li a:visible');
      await expect(links).toHaveText(Object.keys(entries));
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(Object.values(entries));
    }
    for (const [name, address] of [
      ['Practice', '/practice'],
      ['Contact', '/contact'],
      ['Sign in', '/signin'],
      ['Sign up', '/signup'],
    ] as const) {
      await expect(main(page).getByRole('link', { name })).toHaveAttribute('href', address);
    }
  });

  test('takes the form of the window in which styles are inserted while it is resized', async ({ page }) => {
    // No page: all of it is styled by the browser.
    await open(page, '/console');
    await page.evaluate(() => {
      const { sheet } = document.querySelector<HTMLStyleElement>('style[data-emotion=ui]')!;
      setInterval(() => sheet!.insertRule('.late {}', sheet!.cssRules.length));
    });
    for (let turn = 0; turn < 20; turn += 1) {
      await resize(page, { width: 360, height: 740 });
      expect(await main(page).isVisible()).toBe(false);
      await resize(page, { width: 1280, height: 800 });
      expect(await main(page).isVisible()).toBe(true);
    }
  });

  test('marks the page that is shown', async ({ page }) => {
    await open(page, '/ata');
    await main(page).getByRole('button', { name: 'Venture studio' }).click();
    await expect(main(page).getByRole('link', { name: 'ATA' })).toHaveAttribute('aria-current', 'page');
    await expect(main(page).getByRole('link', { name: 'Blueprints' })).not.toHaveAttribute('aria-current', 'page');
  });

  test('ends in a footer with its links, the blog elsewhere and the present year @phone', async ({ page, request, baseURL }) => {
    const params = (await (await request.get('/params.json')).json()) as { blog_url: string; brand: string };
    await open(page, '/');
    const links = page.getByRole('navigation', { name: 'Footer' }).getByRole('link');
    await expect(links).toHaveText(['Archive', 'Contacts', 'Blog', 'Privacy', 'Terms']);
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(['/archive', '/contact', params.blog_url, '/privacy', '/terms']);
    expect(new URL(params.blog_url).origin).not.toBe(baseURL);
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} ${params.brand}`);
  });
});

test.describe('with the keyboard alone', () => {
  test('the first stop skips the navigation', async ({ page }) => {
    await open(page, '/practice');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    expect(await offset(skip)).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  test('a menu opens, is walked through with the arrows, and closes where it was opened', async ({ page }) => {
    await open(page, '/practice');
    const button = main(page).getByRole('button', { name: 'Elevate' });
    await tabTo(button);
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(main(page).getByRole('link', { name: 'Draft' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  test('an entry of a menu leads to its page, whose heading then has the focus', async ({ page }) => {
    await open(page, '/practice');
    await mark(page);
    await tabTo(main(page).getByRole('button', { name: 'Venture studio' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/blueprints');
    await expect(heading(page)).toHaveText('Startup blueprints');
    await expect(heading(page)).toBeFocused();
    await expect(main(page).getByRole('button', { name: 'Venture studio' })).toHaveAttribute('aria-expanded', 'false');
    await expectSameDocument(page);
  });

  test('a link to an anchor of another page leads there, and the focus goes on from it', async ({ page }) => {
    await open(page, '/practice');
    await mark(page);
    await tabTo(page.getByRole('link', { name: 'How the steps work' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/elevate#how');
    const place = page.locator('#how');
    await expect(place).toBeFocused();
    await expect.poll(() => offset(place)).toBeLessThan(page.viewportSize()!.height / 2);
    await page.keyboard.press('Tab');
    const isBehind = (section: Element): boolean =>
      (section.compareDocumentPosition(document.activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(await place.evaluate(isBehind)).toBe(true);
    await expectSameDocument(page);
  });

  test('backwards, nothing that has the focus is under the header', async ({ page }) => {
    await resize(page, { width: 1280, height: 500 });
    await open(page, '/elevate');
    const banner = page.locator('header').first();
    await tabTo(page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Terms' }));
    const focused = page.locator('main :focus, footer :focus');
    let stops = 0;
    for (; await focused.count(); stops += 1) {
      expect(await offset(focused), await focused.innerText()).toBeGreaterThanOrEqual(
        await banner.evaluate((element) => element.getBoundingClientRect().bottom),
      );
      await page.keyboard.press('Shift+Tab');
    }
    expect(stops).toBeGreaterThan(10);
  });

  test('tabs are one stop, and the arrows choose among them @phone', async ({ page }) => {
    await open(page, '/playbooks');
    const tab = (name: string): Locator => page.getByRole('tab', { name });
    await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true');
    await tabTo(tab('Overview'));
    await page.keyboard.press('ArrowRight');
    await expect(tab('Players')).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Players' })).toBeVisible();
    await page.keyboard.press('End');
    await expect(tab('Sponsors')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tab('Overview')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tabpanel', { name: 'Sponsors' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tabpanel', { name: 'Sponsors' }).getByRole('link', { name: 'Become a sponsor' })).toBeFocused();
  });

  test('every stop on the way through a page can be seen', async ({ page }) => {
    await open(page, '/contact');
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      if ((await focused.count()) === 0) return;
      await expect(focused).toBeInViewport();
      const ring = await focused.evaluate((element) => {
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        return outlineStyle !== 'none' || boxShadow !== 'none';
      });
      expect(ring, `the focus ring of ${await focused.textContent()}`).toBe(true);
    }
    throw new Error('The page has no end');
  });
});

test.describe('following a link', () => {
  test('changes the page without loading the document anew, and begins at its top', async ({ page }) => {
    await open(page, '/');
    await mark(page);
    const link = page.getByRole('main').getByRole('link', { name: 'Send an intro' });
    await link.scrollIntoViewIfNeeded();
    expect(await scrollTop(page)).toBeGreaterThan(0);
    await link.click();
    await expect(heading(page)).toHaveText('Send an intro');
    await expect(heading(page)).toBeFocused();
    await expect.poll(() => scrollTop(page)).toBe(0);
    await expect(page).toHaveTitle(/^Send an intro \| /);
    await expectSameDocument(page);
  });

  test('to a page of another remote works the same, and Back and Forward return', async ({ page }) => {
    await open(page, '/practice');
    await mark(page);
    await page.getByRole('main').getByRole('link', { name: 'Read the ground rules' }).click();
    await expect(heading(page)).toHaveText('Playbooks');
    await main(page).getByRole('link', { name: 'Sign in' }).click();
    await expect(heading(page)).toHaveText('Sign in');
    await page.goBack();
    await expect(heading(page)).toHaveText('Playbooks');
    await page.goBack();
    await expect(heading(page)).toHaveText('One subject, many ways in');
    await expect(page).toHaveTitle(/^Practice \| /);
    await page.goForward();
    await expect(heading(page)).toHaveText('Playbooks');
    await expectSameDocument(page);
  });

  test('Back and Forward return to where the page was scrolled to', async ({ page }) => {
    await open(page, '/practice');
    const link = page.getByRole('main').getByRole('link', { name: 'Read the ground rules' });
    await link.scrollIntoViewIfNeeded();
    const before = await scrollTop(page);
    expect(before).toBeGreaterThan(0);
    await link.click();
    await expect(heading(page)).toHaveText('Playbooks');
    expect(await scrollTop(page)).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 200));
    await page.goBack();
    await expect(heading(page)).toHaveText('One subject, many ways in');
    await expect(heading(page)).toBeFocused();
    expect(await scrollTop(page)).toBe(before);
    await page.goForward();
    await expect(heading(page)).toHaveText('Playbooks');
    await expect.poll(() => scrollTop(page)).toBe(200);
  });

  test('keeps the window where it is when what it led to is loaded again', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('main').getByRole('link', { name: 'Send an intro' }).click();
    await expect(heading(page)).toHaveText('Send an intro');
    await page.evaluate(() => window.scrollTo(0, 200));
    await page.reload();
    await expect(heading(page)).toHaveText('Send an intro');
    await expectHydrated(page);
    await expect.poll(() => scrollTop(page)).toBe(200);
    await expect(heading(page)).not.toBeFocused();
  });

  test('with an anchor goes to that place of the page, below the header', async ({ page }) => {
    await open(page, '/practice');
    await page.getByRole('main').getByRole('link', { name: 'How the steps work' }).click();
    await expect(page).toHaveURL('/elevate#how');
    const header = await page
      .getByRole('banner')
      .first()
      .evaluate((element) => element.getBoundingClientRect().height);
    await expect.poll(() => offset(page.locator('#how'))).toBeLessThanOrEqual(Math.ceil(header) + 40);
    expect(await offset(page.locator('#how'))).toBeGreaterThanOrEqual(0);
  });

  test('to an anchor of the same page scrolls there and leaves the page alone', async ({ page }) => {
    await open(page, '/ata');
    await mark(page);
    await page.getByRole('link', { name: 'Learn more about The Chassis' }).click();
    await expect(page).toHaveURL('/ata#chassis');
    await expect.poll(() => offset(page.locator('#chassis'))).toBeLessThan(200);
    await expectSameDocument(page);
  });

  for (const [how, come] of [
    ['that was loaded', (page: Page) => open(page, '/elevate')],
    [
      'that a link led to',
      async (page: Page) => {
        await open(page, '/');
        await page.getByRole('main').getByRole('link', { name: 'Explore Elevate' }).first().click();
      },
    ],
  ] as const) {
    test(`to an anchor of a page ${how} scrolls there, and Back returns to where the page was`, async ({ page }) => {
      await come(page);
      await expect(heading(page)).toContainText('Elevate - 1, 2, 3');
      await mark(page);
      const link = page.getByRole('link', { name: 'Learn more: Spearhead. Coach' });
      await link.scrollIntoViewIfNeeded();
      const before = await scrollTop(page);
      await link.click();
      await expect(page).toHaveURL('/elevate#coach');
      await expect.poll(() => offset(page.locator('#coach'))).toBeLessThan(200);
      await expect(heading(page)).not.toBeFocused();
      const there = await scrollTop(page);
      await page.goBack();
      await expect(page).toHaveURL('/elevate');
      await expect.poll(() => scrollTop(page)).toBe(before);
      await page.goForward();
      await expect.poll(() => scrollTop(page)).toBe(there);
      await expectSameDocument(page);
    });
  }

  test('to a new tab leaves this one where it is', async ({ page, context }) => {
    await open(page, '/elevate');
    await context.route(/^https:\/\/example\.com/, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Network</title>' }));
    const opened = context.waitForEvent('page');
    await page
      .getByRole('main')
      .getByRole('link', { name: /opens in a new tab/ })
      .first()
      .click();
    expect(await (await opened).evaluate(() => window.opener)).toBeNull();
    await expect(page).toHaveURL('/elevate');
  });
});

for (const [address, anchor] of [
  ['/elevate', 'player'],
  ['/elevate', 'trainer'],
  ['/elevate', 'coach'],
  ['/elevate', 'how'],
  ['/ata', 'lab'],
  ['/ata', 'flip'],
  ['/ata', 'chassis'],
  ['/blueprints', 'workshop1'],
  ['/blueprints', 'workshop2'],
  ['/blueprints', 'workshop3'],
] as const) {
  test(`${address}#${anchor} opens at its place @phone`, async ({ page }) => {
    await open(page, `${address}#${anchor}`);
    const place = page.locator(`#${anchor}`);
    await expect(place).toBeInViewport();
    // Cards that stand side by side near the top need no scrolling; whatever is further down has come up.
    await expect.poll(() => offset(place)).toBeLessThan(page.viewportSize()!.height / 2);
  });
}

test('the map of the contact page loads when it is asked for, and not before', async ({ page, context }) => {
  const asked: string[] = [];
  await context.route(/openstreetmap/, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title>' });
  });
  await open(page, '/contact');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Show the map' }).press('Enter');
  await expect(page.getByTitle('Map of the mailing address')).toBeFocused();
  await expect.poll(() => asked.length).toBe(1);
});
