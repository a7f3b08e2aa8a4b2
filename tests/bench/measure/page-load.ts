/** One load of one page in a fresh browser context, with the network and the processor slowed down. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

export interface Network {
  /** Round trip in milliseconds. */
  latency: number;
  /** Bytes per second. */
  downloadThroughput: number;
  uploadThroughput: number;
}

export const NETWORKS: Record<'slow 4G' | 'fast 4G', Network> = {
  'slow 4G': { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 },
  'fast 4G': { latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 1.5e6 / 8 },
};

export const CPU_SLOWDOWN = 4;
const SETTLE_MS = 900;
const TIMEOUT_MS = 60_000;

/** Times in milliseconds from the start of the navigation, sizes in bytes as transferred. */
export interface PageLoad {
  fcp: number;
  lcp: number;
  /** When the page of the route was in the document, hydrated. */
  route: number;
  tbt: number;
  cls: number;
  requests: number;
  bytes: number;
  scriptBytes: number;
  /** Longest chain of requests of which each was caused by the one before; the document is 1. */
  depth: number;
  layouts: number;
  /** Bytes of all that the page itself asks for, the runtime parameters included. */
  transferred: number;
  /** Paths of the same. */
  files: string[];
  /** Console errors and warnings. */
  messages: string[];
}

interface Seen {
  url: string;
  cause: string;
  script: boolean;
  bytes: number;
  /** Of the answer; 0 before there is one. */
  status: number;
}

interface Observed {
  lcp: number;
  cls: number;
  longTasks: number[];
}

type ObservingWindow = typeof globalThis & { benchObserved?: Observed; [SHOWN]?: (payload: string) => void };

interface ObservedEntry extends PerformanceEntry {
  value?: number;
  hadRecentInput?: boolean;
}

/** The binding that the page calls when its route is shown. */
const SHOWN = 'benchShown';

// What runs in the page must not name functions of its own: the compiler of these scripts marks them with a helper that pages do not have.
function observe(): void {
  const observed: Observed = { lcp: 0, cls: 0, longTasks: [] };
  (globalThis as ObservingWindow).benchObserved = observed;
  for (const type of ['largest-contentful-paint', 'layout-shift', 'longtask'])
    new PerformanceObserver((list) => {
      for (const { startTime, duration, value = 0, hadRecentInput = false } of list.getEntries() as ObservedEntry[]) {
        if (type === 'largest-contentful-paint') observed.lcp = startTime;
        else if (type === 'longtask') observed.longTasks.push(duration);
        else if (!hadRecentInput) observed.cls += value;
      }
    }).observe({ type, buffered: true });
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('site:page-shown').length > 0) (globalThis as ObservingWindow).benchShown?.('');
  }).observe({ type: 'mark', buffered: true });
}

/**
 * Waits until the page says by itself that its route is shown. To ask it again and again would cost it the parsing of Playwright's own
 * scripts, a tenth of a second in the middle of its first view.
 */
async function routeShown(session: CDPSession): Promise<() => Promise<void>> {
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: SHOWN });
  const shown = new Promise<void>((resolve) => {
    session.on('Runtime.bindingCalled', ({ name }) => {
      if (name === SHOWN) resolve();
    });
  });
  return async () => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const late = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(new Error(`The route was not shown within ${TIMEOUT_MS / 1000} s`)));
    });
    await Promise.race([shown, late]);
  };
}

async function recordRequests(session: CDPSession): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, initiator, type }) => {
    let stack = initiator.stack;
    while (stack && stack.callFrames.length === 0) stack = stack.parent;
    const cause = initiator.type === 'script' ? (stack?.callFrames[0]?.url ?? '') : (initiator.url ?? '');
    seen.set(requestId, { url: request.url, cause, script: type === 'Script' || /\.js(\?|$)/.test(request.url), bytes: 0, status: 0 });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const entry = seen.get(requestId);
    if (entry) entry.status = response.status;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = seen.get(requestId);
    if (entry) entry.bytes = encodedDataLength;
  });
  return seen;
}

function depthOf(entry: Seen, all: Seen[], limit = 20): number {
  const parent = limit === 0 ? undefined : all.find((other) => other !== entry && other.url === entry.cause);
  return parent ? 1 + depthOf(parent, all, limit - 1) : 1;
}

export const newContext = (browser: Browser): Promise<BrowserContext> => browser.newContext({ viewport: { width: 1280, height: 800 } });

/**
 * Loads `url` in a new page of `context`; what the context has cached counts as cached. `network` null leaves network and processor alone.
 * @throws Error if the page asks for something that is not there: what does not come costs nothing, and would count as speed.
 */
export async function loadPage(context: BrowserContext, url: string, network: Network | null): Promise<PageLoad> {
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
  const session = await context.newCDPSession(page);
  const seen = await recordRequests(session);
  await session.send('Performance.enable');
  if (network) {
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  }
  await page.addInitScript(observe);
  const untilShown = await routeShown(session);
  await page.goto(url, { waitUntil: 'commit', timeout: TIMEOUT_MS });
  await untilShown();
  await page.waitForTimeout(SETTLE_MS);
  const figures = { ...(await readFigures(page)), ...requestFigures([...seen.values()]), layouts: await layoutCount(session), messages };
  await page.close();
  const refused = countedOf([...seen.values()]).filter(({ status }) => status >= 400);
  if (refused.length > 0) throw new Error(`${url} lacks ${refused.map((entry) => `${entry.url} (${entry.status})`).join(', ')}`);
  return figures;
}

/** What a page needs, without what browsers and the shell ask for beside it. */
const countedOf = (all: Seen[]): Seen[] =>
  all.filter(({ url }) => !/favicon|apple-touch-icon|\/params\.json|\/_edge\/manifests|\/beacons/.test(url));

function requestFigures(all: Seen[]): Pick<PageLoad, 'requests' | 'bytes' | 'scriptBytes' | 'transferred' | 'files' | 'depth'> {
  const counted = countedOf(all);
  const asked = all.filter(({ url }) => !/favicon|apple-touch-icon|\/beacons/.test(url));
  const sum = (entries: Seen[]): number => entries.reduce((total, { bytes }) => total + bytes, 0);
  return {
    requests: counted.length,
    bytes: sum(counted),
    scriptBytes: sum(counted.filter(({ script }) => script)),
    transferred: sum(asked),
    files: asked.map(({ url }) => new URL(url).pathname),
    depth: Math.max(...counted.map((entry) => depthOf(entry, counted))),
  };
}

async function readFigures(page: Page): Promise<Pick<PageLoad, 'fcp' | 'lcp' | 'route' | 'tbt' | 'cls'>> {
  return page.evaluate(() => {
    const { lcp, cls, longTasks } = (globalThis as ObservingWindow).benchObserved ?? { lcp: 0, cls: 0, longTasks: [] };
    return {
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      lcp,
      cls,
      route: performance.getEntriesByName('site:page-shown')[0]?.startTime ?? Number.NaN,
      tbt: longTasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    };
  });
}

async function layoutCount(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN;
}
