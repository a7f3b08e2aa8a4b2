/** What a first visit may cost. Sizes are those of the wire: brotli bodies, as a browser asks for them. */
import type { APIRequestContext, Page } from '@playwright/test';
import * as paths from '@site/contracts/paths';
import { scriptsAskedFor } from './asked-scripts';
import { mostBytesOf } from './document-size';
import { expect, expectHydrated, open, test } from './member/member';
import { PAGES } from './pages';

interface Budget {
  /** Bytes of script. */
  scripts: number;
  /** Everything that the page needs to be seen and to start, the document included. */
  requests: number;
  /** Longest chain of requests of which each is caused by the one before; the document is 1. */
  depth: number;
}

const KB = 1000;
const FIRST_VIEW: Budget = { scripts: 110.5 * KB, requests: 13, depth: 2 };

/** Bytes of script of the pages that have a limit of their own: what asks the backend brings the API, a form its rules too. All are near to what is. */
const SCRIPTS: Partial<Record<string, number>> = {
  '/': 109 * KB,
  '/intro': 144.5 * KB,
  '/signup': 144 * KB,
  '/draft': 133.7 * KB,
  '/playbook': 132 * KB,
  '/card': 156 * KB,
};

const budgetOf = (address: string): Budget => ({ ...FIRST_VIEW, scripts: SCRIPTS[address] ?? FIRST_VIEW.scripts });

/** Bytes of documents, as the edge compresses them best. */
const DOCUMENTS: Record<string, number> = { '/': 8_192, '/signin': 6_400, '/card': 2_090 };

interface Seen {
  address: string;
  cause: string;
  isScript: boolean;
  bytes: number;
}

/** What the shell asks for when it is idle, and browsers for their tabs, is not part of the page. */
const IN_THE_BACKGROUND = /^\/(?:params\.json|favicon|apple-touch-icon|_edge\/manifests|registry\/v1\/beacons)/;

async function recordRequests(page: Page): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, initiator, type }) => {
    let { stack } = initiator;
    while (stack?.callFrames.length === 0) stack = stack.parent;
    const cause = initiator.type === 'script' ? (stack?.callFrames[0]?.url ?? '') : (initiator.url ?? '');
    const { pathname, protocol } = new URL(request.url);
    if (protocol === 'http:' && !IN_THE_BACKGROUND.test(pathname))
      seen.set(requestId, { address: request.url, cause, isScript: type === 'Script' || pathname.endsWith('.js'), bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = seen.get(requestId);
    if (entry) entry.bytes = encodedDataLength;
  });
  return seen;
}

function depthOf({ cause }: Seen, all: Seen[], limit = 20): number {
  const parent = limit === 0 ? undefined : all.find(({ address }) => address === cause);
  return parent ? 1 + depthOf(parent, all, limit - 1) : 1;
}

for (const { address, remote } of PAGES) {
  test(`a first visit to ${address} stays within its budget, and nothing moves`, async ({ page }, { annotations }) => {
    const seen = await recordRequests(page);
    const html = (await (await page.goto(address))?.text()) ?? '';
    await expectHydrated(page);
    await page.waitForLoadState('networkidle');

    const all = [...seen.values()];
    const scripts = all.filter(({ isScript }) => isScript);
    const used = {
      scripts: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      requests: all.filter(({ address: url }) => !new URL(url).pathname.startsWith('/api/')).length,
      depth: Math.max(...scripts.map((entry) => depthOf(entry, all))),
    };
    annotations.push({ type: 'used', description: JSON.stringify(used) });
    const budget = budgetOf(address);
    for (const measure of ['scripts', 'requests', 'depth'] as const) expect(used[measure], measure).toBeLessThanOrEqual(budget[measure]);

    const names = scripts.map(({ address: url }) => new URL(url).pathname);
    expect(new Set(names).size, 'scripts that were fetched twice').toBe(names.length);
    expect(names.toSorted(), 'scripts that the document names').toEqual(scriptsAskedFor(html).toSorted());
    const owners = new Set(names.map((name) => name.split('/')[2]));
    expect(owners).toEqual(new Set(['shell', remote]));
  });
}

for (const [address, limit] of Object.entries(DOCUMENTS))
  test(`the document of ${address} has at most ${limit} bytes, and of other pages nothing`, async ({ request }) => {
    const html = await (await request.get(address)).text();
    expect(mostBytesOf(html)).toBeLessThanOrEqual(limit);
    expect(html).not.toContain('./draft/draft-page');
  });

/** Bytes of the scripts that a document names: all that its page needs before it asks for data. */
async function scriptsOf(request: APIRequestContext, address: string): Promise<number> {
  const html = await (await request.get(address)).text();
  let bytes = 0;
  for (const script of scriptsAskedFor(html)) {
    const answer = await request.get(script, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers()['content-encoding'], script).toBe('br');
    bytes += Number(answer.headers()['content-length']);
  }
  return bytes;
}

for (const address of ['/', paths.card, paths.signIn, paths.consoleHome])
  test(`the entry of the remote of ${address} has less than 3 KB`, async ({ request }) => {
    const html = await (await request.get(address)).text();
    const entry = /\/assets\/mf-[^"'\s]+\/remoteEntry\.js/.exec(html)?.[0] ?? '';
    const answer = await request.get(entry, { headers: { 'accept-encoding': 'br' } });
    expect([answer.status(), answer.headers()['content-encoding']]).toEqual([200, 'br']);
    expect(Number(answer.headers()['content-length'])).toBeLessThan(3 * 1024);
  });

for (const address of [paths.consoleHome, paths.deskHome])
  test(`the scripts of ${address} have at most 1.3 times the bytes of those of the card`, async ({ request }) => {
    const card = await scriptsOf(request, paths.card);
    expect(card).toBeGreaterThan(100 * KB);
    expect((await scriptsOf(request, address)) / card).toBeLessThanOrEqual(1.3);
  });

test.describe('preloads', () => {
  const UNUSED = /preloaded using link preload but not used/;
  test.use({ expectedMessages: UNUSED });

  test('are all used', async ({ context, baseURL }) => {
    const complaints: string[] = [];
    context.on('console', (message) => {
      if (UNUSED.test(message.text())) complaints.push(new URL(message.page()?.url() ?? 'about:blank').pathname);
    });
    // A page with a preload too many, so that silence about the others means something.
    await context.route(`${baseURL}/terms`, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const preload = /<link rel="preload" as="script"[^>]+>/.exec(html)?.[0].replace('.js"', '.js?too-many"');
      await route.fulfill({ response, body: html.replace('</head>', `${preload}</head>`) });
    });
    for (const address of ['/', '/intro', '/elevate', '/draft', '/card', '/signup', '/terms']) {
      const page = await context.newPage();
      await open(page, address);
    }
    await expect.poll(() => complaints).toContain('/terms');
    expect(complaints).toEqual(['/terms']);
  });
});

test('a signed-out visitor downloads no identity library', async ({ page }) => {
  const scripts: string[] = [];
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    scripts.push(await response.text());
    await route.fulfill({ response });
  });
  const libraries = (): number => scripts.filter((text) => /AWSCognitoIdentityProviderService|aws-amplify\/6/.test(text)).length;
  for (const address of ['/', '/elevate', '/draft', '/card']) {
    await open(page, address);
    await page.waitForLoadState('networkidle');
  }
  expect(scripts.length).toBeGreaterThan(6);
  expect(libraries()).toBe(0);
  // Whoever signs in does, so it would have been recognised. The page stays, because the provider does not answer.
  await page.route('**/_idp/**', () => new Promise(() => undefined));
  await open(page, '/signin');
  await page.getByRole('button', { name: 'Sign in with your account' }).click();
  await expect.poll(libraries).toBeGreaterThan(0);
  // Scripts may still be on their way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a second visit downloads no script again', async ({ page }) => {
  await open(page, '/practice');
  const seen = await recordRequests(page);
  await open(page, '/practice');
  const scripts = [...seen.values()].filter(({ isScript }) => isScript);
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(0);
});
