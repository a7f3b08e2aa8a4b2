/** The addresses of the site. What only one remote can break has the remote's name as a tag: see scripts/test/changes.mjs. */
import { expect, expectHydrated, open, test } from './fixtures';
import { expectAccessible, test as stillTest } from './member/member';
import { ARCHIVE_ADDRESSES, PAGES, REDIRECTS } from './pages';

const heading = 'main h1';

// What moves by itself while a page comes moves most where there is least room; wide windows are watched where budgets are.
stillTest.describe(() => {
  stillTest.use({ viewport: { width: 360, height: 740 } });

  for (const { address, remote, title, heading: text, noindex, memberOnly } of PAGES) {
    stillTest(
      `${address} shows the page of ${remote} with its metadata, before and after its scripts run`,
      { tag: `@${remote}` },
      async ({ page, baseURL }) => {
        const entries: (string | undefined)[] = [];
        page.on('requestfinished', (request) => {
          if (request.url().endsWith('/remoteEntry.js')) entries.push(new URL(request.url()).pathname.split('/')[2]);
        });
        const response = await page.goto(address);
        expect(response?.status()).toBe(200);
        const html = ((await response?.text()) ?? '').replace(/(<\/span>)+<\/h1>/, '</h1>');
        if (!memberOnly) expect(html).toContain(`>${text}</h1>`);
        await expectHydrated(page);

        await expect(page.locator(heading)).toHaveText([text]);
        await expect(page).toHaveTitle(new RegExp(`^${title.replaceAll('.', '\\.')} \\| \\S`));
        for (const name of ['description', 'keywords'])
          await expect(page.locator(`meta[name=${name}]`)).toHaveAttribute('content', /\w{4}/);
        if (noindex) await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
        const canonical = await page.locator('link[rel=canonical]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
        expect(canonical).toEqual(noindex ? [] : [`${baseURL}${address}`]);
        await expect.poll(() => entries).toEqual([remote]);

        await test.step('comes without a shift, has no accessibility violation and fits every window', async () => {
          await page.waitForLoadState('networkidle');
          await expectAccessible(page);
        });
      },
    );
  }
});

test.describe('addresses of past programmes', { tag: '@mf-marketing' }, () => {
  for (const [programme, addresses] of Object.entries(ARCHIVE_ADDRESSES)) {
    test(`${programme} and all below it show the archive, under the archive's own address for search engines`, async ({
      request,
      baseURL,
    }) => {
      for (const address of addresses) {
        const response = await request.get(address);
        expect(response.status(), address).toBe(200);
        // Of the addresses without end only some are rendered ahead. The first visitor of another may get it before it is rendered.
        await expect(async () => {
          const html = await (await request.get(address)).text();
          expect(html, address).toContain('<title>Archive | ');
          expect(html, address).toContain(`rel="canonical" href="${baseURL}/archive"`);
        }).toPass();
      }
    });
  }

  for (const address of ['/games/chess/rules.html', '/en.htm', '/products/suite/viewer', '/data-analysis.html']) {
    test(`${address} takes over without a word and says where the visitor is`, async ({ page }) => {
      await open(page, address);
      await expect(page.locator(heading)).toHaveText('Past programmes');
      await expect(page.getByText('You followed an address of a past programme')).toBeVisible();
    });
  }

  test('a segment more than the pattern has is no address', async ({ request }) => {
    for (const address of ['/games/a/b/c', '/en/a/b/c/d', '/products/a/b/c', '/data-analysis/a']) {
      expect((await request.get(address)).status(), address).toBe(404);
    }
  });
});

for (const [from, to] of REDIRECTS) {
  test(`${from} leads to ${to} for good, with whatever the address asks`, { tag: '@mf-marketing' }, async ({ page, request, baseURL }) => {
    const response = await request.get(`${from}?utm_source=letter`, { maxRedirects: 0 });
    expect(response.status()).toBe(301);
    expect(response.headers()).toMatchObject({ location: `${to}?utm_source=letter` });
    await page.goto(from);
    expect(page.url()).toBe(new URL(to, baseURL).href);
    await expectHydrated(page);
  });
}

test.describe('optional parts of an address', () => {
  for (const [address, interest] of [
    ['/intro/ata-flip', 'ata-flip'],
    ['/demo/elevate', 'elevate'],
    ['/intro/blueprints-2', 'blueprints-2'],
    ['/intro', ''],
    ['/demo', ''],
    ['/intro/no-such-topic', ''],
  ] as const) {
    test(`${address} preselects the interest '${interest}'`, { tag: '@mf-marketing' }, async ({ page }) => {
      await open(page, address);
      await expect(page.getByLabel('Interest')).toHaveValue(interest);
    });
  }

  for (const tier of ['Elevate 1: Play', 'Elevate 2: Train', 'Elevate 3: Spearhead. Coach']) {
    test(`/signup/elevate-${tier.charAt(8)} names the programme`, { tag: '@mf-auth' }, async ({ page }) => {
      await open(page, `/signup/elevate-${tier.charAt(8)}`);
      await expect(page.getByText(tier)).toBeVisible();
    });
  }

  test('/signin/{target} is the sign-in page', { tag: '@mf-auth' }, async ({ page }) => {
    await open(page, '/signin/draft');
    await expect(page.locator(heading)).toHaveText('Sign in');
  });

  test('/signin shows the error that a provider sent back', { tag: '@mf-auth' }, async ({ page }) => {
    await page.goto('/signin?error=access_denied&error_description=The+door+stays+shut');
    await expect(page.getByRole('alert')).toContainText('The door stays shut');
  });
});

test('addresses are case-sensitive: /Demo is the O.M.L.E.T. page, /demo the intro form', async ({ page }) => {
  await page.goto('/Demo');
  await expect(page.locator(heading)).toHaveText('O.M.L.E.T.');
  await page.goto('/demo');
  await expect(page.locator(heading)).toHaveText('Send an intro');
});

test(
  'a signed-out visitor is told that the card and the inbox are protected, and how to get in',
  { tag: '@mf-elevate' },
  async ({ page }) => {
    for (const target of ['card', 'inbox']) {
      await page.goto(`/${target}`);
      await expect(page.getByText('This section is protected')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', `/signin/${target}`);
    }
  },
);

test.describe('a path that nobody owns', () => {
  // The browser reports the status of the document itself.
  test.use({ expectedMessages: /status of 404/ });

  for (const address of ['/no-such-page', '/Practice', '/signin/a/b', '/assets-of-mine', '/DEMO']) {
    test(`${address} is answered with the 404 page and a way home`, async ({ page }) => {
      expect((await open(page, address))?.status()).toBe(404);
      await expect(page).toHaveTitle(/^Page is not available \| \S/);
      await expect(page.locator(heading)).toHaveText('Page is not available');
      await expect(page.getByText('The page is not available.')).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: /home/i }).click();
      await expect(page).toHaveTitle(/^Home \| /);
    });
  }
});

for (const address of [
  '/assets/shell/1.0.0/none.js',
  '/assets/nobody/_/none.js',
  '/assets',
  '/api/none',
  '/api',
  '/registry/v1/none',
  '/registry',
]) {
  test(`${address} is a plain 404, never the site`, async ({ request }) => {
    const response = await request.get(address);
    expect(response.status()).toBe(404);
    expect(response.headers()['content-type']).toContain('application/json');
  });
}

test('what the server makes pages with is a plain 404, under every address that the release could have it at', async ({ request }) => {
  const [, folder] = /"(\/assets\/mf-marketing\/[^/"]+)\/remoteEntry\.js"/.exec(await (await request.get('/')).text()) ?? [];
  expect((await request.get(`${folder}/remoteEntry.js`)).status()).toBe(200);
  const file = 'server/bundle.cjs';
  for (const address of [`${folder}/${file}`, `${folder}/bundle.cjs`, `/assets/mf-marketing/${file}`, `/assets/mf-marketing/_/${file}`]) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(404);
    expect(response.headers()['content-type'], address).toContain('application/json');
  }
});
