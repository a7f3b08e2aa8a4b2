import { createContext, runInContext } from 'node:vm';
import { expect, describe, it } from '@jest/globals';
import { beaconSchema } from '@site/contracts/beacon';
import { FAILED_START_PATH, failedStart } from './failed-start';
import { start, startAfterPaint } from './inline-scripts';

const MAIN = { url: '/assets/shell/_/main.js', integrity: 'sha384-main' };
const OLD = { url: '/assets/shell/_/old.js', integrity: 'sha384-old' };
const VENDORS = { url: '/assets/shell/_/vendors.js', integrity: null };

interface Script {
  src: string;
  integrity?: string;
  onload: () => void;
  onerror: () => void;
}

interface SiteStart {
  document: string;
  begin(): void;
  done(): void;
  fail(message: string): void;
  fallBack(): void;
}

/** The few things of a browser that the script touches, and what it loads when the start fails. */
function browserWith({
  version = '2.0.0',
  fallback = '1.0.0' as string | null,
  cookie = '',
  keepsCookies = true,
  onLine = true,
  isUp = true,
  protocol = 'http:',
} = {}) {
  const composition = {
    environment: 'production',
    revision: 7,
    shell: { version, fallback: fallback && { version: fallback, entries: [OLD] } },
  };
  const scripts: Script[] = [];
  const seen = { scripts, beacons: [] as [string, unknown][], reloads: 0, fetched: [] as string[], cookie, attributes: '' };
  const listeners = new Map<(event: object) => void, string>();
  const timers = new Map<number, () => void>();
  const later: (() => void)[] = [];
  const window = {} as { siteStart: SiteStart };
  const document = {
    head: {
      append: (script: Script) => {
        if (script.src === FAILED_START_PATH) runInContext(failedStart, context);
        else scripts.push(script);
      },
    },
    createElement: () => ({}),
    getElementById: (id: string) => (id === 'site-composition' ? { textContent: JSON.stringify(composition) } : null),
    get cookie() {
      return seen.cookie;
    },
    set cookie(text: string) {
      const [pair = '', ...attributes] = text.split(';');
      const others = seen.cookie.split('; ').filter((one) => one && !/^(?:__Host-)?shell-fallback=/.test(one));
      if (keepsCookies) seen.cookie = [...others, pair].join('; ');
      seen.attributes = attributes.join(';');
    },
  };
  const context = createContext({
    document,
    window,
    performance: { now: () => 60_000 },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(listener, type),
    removeEventListener: (_type: 'error', listener: (event: object) => void) => listeners.delete(listener),
    setTimeout(task: (...given: unknown[]) => void, ms: number, ...given: unknown[]) {
      if (ms === 2_000) return later.push(() => task(...given));
      expect(ms).toBe(4_000);
      timers.set(timers.size + 1, () => task(...given));
      return timers.size;
    },
    clearTimeout: (id: number) => timers.set(id, () => undefined),
    location: { protocol, reload: () => (seen.reloads += 1) },
    navigator: { onLine, sendBeacon: (url: string, body: string) => seen.beacons.push([url, JSON.parse(body)]) },
    fetch: async (url: string) => {
      seen.fetched.push(url);
      if (!onLine) throw new TypeError('offline');
      return { ok: isUp, arrayBuffer: async () => new ArrayBuffer(0) };
    },
  });
  runInContext(start([MAIN, VENDORS]), context);
  const raise = (event: object, raised = 'error') => {
    for (const [listener, type] of listeners) if (type === raised) listener(event);
  };
  return Object.assign(seen, {
    siteStart: window.siteStart,
    raise,
    leave: () => raise({}, 'beforeunload'),
    /** Lets the time pass after which a visitor is taken for one who stays. */
    stay: () => later.splice(0).forEach((task) => task()),
    /** Lets the half of the time pass for which the document waits. */
    passHalf: () => timers.get(timers.size)?.(),
  });
}

const settled = () => new Promise(setImmediate);
const failTwice = async ({ scripts }: ReturnType<typeof browserWith>) => {
  scripts[0]!.onerror();
  await settled();
  scripts[2]?.onerror();
  await settled();
};

describe('a script of the shell', () => {
  it('is asked for with its hash, and once more past the cache when it does not load', async () => {
    const browser = browserWith();
    expect(browser.scripts.map(({ src, integrity }) => [src, integrity])).toEqual([
      [MAIN.url, MAIN.integrity],
      [VENDORS.url, undefined],
    ]);
    browser.scripts[0]!.onerror();
    await settled();
    expect(browser.fetched).toEqual([MAIN.url]);
    expect(browser.scripts[2]).toMatchObject({ src: MAIN.url, integrity: MAIN.integrity });
    expect([browser.beacons, browser.reloads]).toEqual([[], 0]);
  });

  it('that ends a second time because the visitor goes elsewhere is loaded again where they stay, and not reported', async () => {
    const browser = browserWith();
    browser.scripts[0]!.onerror();
    await settled();
    browser.leave();
    browser.scripts[2]!.onerror();
    await settled();
    expect([browser.fetched, browser.beacons, browser.cookie, browser.reloads]).toEqual([[MAIN.url], [], '', 0]);
    browser.stay();
    await settled();
    expect(browser.fetched).toEqual([MAIN.url, MAIN.url]);
    expect(browser.scripts[3]).toMatchObject({ src: MAIN.url, integrity: MAIN.integrity });
    expect(browser.beacons).toEqual([]);
  });

  it('that still does not load is reported, and the page is loaded once with another version', async () => {
    const browser = browserWith({ cookie: 'a=b' });
    await failTwice(browser);
    const [url, beacon] = browser.beacons[0]!;
    expect(url).toBe('/registry/v1/beacons');
    expect(beaconSchema.parse(beacon)).toMatchObject({
      kind: 'load-failure',
      name: 'shell',
      version: '2.0.0',
      revision: 7,
      message: MAIN.url,
    });
    expect([browser.cookie, browser.reloads]).toEqual(['a=b; shell-fallback=2.0.0', 1]);
    expect(browser.attributes).toBe('path=/;max-age=600;samesite=lax');
  });

  it('behind https notes the version in a cookie that nobody else can set', async () => {
    const browser = browserWith({ protocol: 'https:', cookie: '__Host-shell-fallback=3.0.0' });
    await failTwice(browser);
    expect([browser.cookie, browser.reloads]).toEqual(['__Host-shell-fallback=3.0.0_2.0.0', 1]);
    expect(browser.attributes).toBe('path=/;max-age=600;samesite=lax;secure');
  });

  it('of a version that failed before is reported only', async () => {
    const browser = browserWith({ cookie: 'shell-fallback=3.0.0_2.0.0' });
    await failTwice(browser);
    expect([browser.beacons.length, browser.reloads, browser.cookie]).toEqual([1, 0, 'shell-fallback=3.0.0_2.0.0']);
  });

  it('of the next version that fails adds it to those that failed', async () => {
    const browser = browserWith({ cookie: 'shell-fallback=3.0.0; a=b' });
    await failTwice(browser);
    expect([browser.cookie, browser.reloads]).toEqual(['a=b; shell-fallback=3.0.0_2.0.0', 1]);
  });

  it.each([
    ['nothing can take over', { fallback: null }],
    ['cookies are refused', { keepsCookies: false }],
  ])('does not make the page load again where %s', async (_name, options) => {
    const browser = browserWith(options);
    await failTwice(browser);
    expect([browser.beacons.length, browser.reloads, browser.cookie]).toEqual([1, 0, '']);
  });

  it('of the version that takes over has to be there before the page is loaded again', async () => {
    const browser = browserWith({ isUp: false });
    await failTwice(browser);
    expect(browser.fetched).toEqual([MAIN.url, OLD.url]);
    expect([browser.cookie, browser.reloads]).toEqual(['shell-fallback=2.0.0', 0]);
  });

  it('that does not load because the browser is offline changes nothing', async () => {
    const browser = browserWith({ onLine: false });
    browser.scripts[0]!.onerror();
    await settled();
    expect([browser.beacons, browser.reloads, browser.cookie]).toEqual([[], 0, '']);
  });
});

describe('a shell that is there and does not start', () => {
  const SHELL = 'https://site.example/assets/shell/_/';
  const thrown = (file: string) => ({ filename: SHELL + file, message: `Uncaught Error: ${'It broke. '.repeat(100)}` });
  const beaconOf = ({ beacons }: ReturnType<typeof browserWith>) => beaconSchema.parse(beacons[0]?.[1]);

  it('because a script throws is reported, and the page is loaded once with another version', async () => {
    const browser = browserWith();
    browser.scripts[0]!.onload();
    browser.raise(thrown('vendors.js'));
    browser.raise(thrown('main.js'));
    await settled();
    expect(beaconOf(browser)).toMatchObject({
      ...{ kind: 'load-failure', name: 'shell', version: '2.0.0', document: browser.siteStart.document },
      message: expect.stringMatching(/^Uncaught Error: It broke\. /),
    });
    expect([browser.cookie, browser.reloads]).toEqual(['shell-fallback=2.0.0', 1]);
  });

  it.each([
    ['of another script', { filename: 'chrome-extension://abc/main.js', message: 'Elsewhere' }],
    ['of no script', { message: 'A picture' }],
  ])('is not taken for one because of an error %s', async (_name, event) => {
    const browser = browserWith();
    browser.raise(event);
    await settled();
    expect([browser.beacons, browser.reloads]).toEqual([[], 0]);
  });

  it('is not taken for one because of what its scripts throw after all of them have run', async () => {
    const browser = browserWith();
    for (const script of browser.scripts) script.onload();
    browser.raise(thrown('main.js'));
    await settled();
    expect([browser.beacons, browser.reloads]).toEqual([[], 0]);
  });

  it('because it has begun and does not end is reported after eight seconds, and the page is loaded once with another version', async () => {
    const browser = browserWith();
    browser.siteStart.begin();
    browser.passHalf();
    expect(browser.beacons).toEqual([]);
    browser.passHalf();
    await settled();
    expect(beaconOf(browser)).toMatchObject({ kind: 'load-failure', message: 'It did not start within 8 seconds.' });
    expect([browser.cookie, browser.reloads]).toEqual(['shell-fallback=2.0.0', 1]);
  });

  it('because it says so is reported in its words, and the page is loaded once with another version', async () => {
    const browser = browserWith();
    browser.siteStart.begin();
    browser.siteStart.fail('Error: It broke.');
    browser.passHalf();
    await settled();
    expect(browser.beacons.length).toBe(1);
    expect(beaconOf(browser)).toMatchObject({ kind: 'load-failure', message: 'Error: It broke.' });
    expect([browser.cookie, browser.reloads]).toEqual(['shell-fallback=2.0.0', 1]);
  });

  it.each(['done', 'fallBack'] as const)('is not waited for after it has said %s', async (word) => {
    const browser = browserWith();
    browser.siteStart.begin();
    browser.passHalf();
    browser.siteStart[word]();
    browser.passHalf();
    await settled();
    expect([browser.beacons, browser.reloads]).toEqual([[], word === 'fallBack' ? 1 : 0]);
  });
});

describe('what a rendered page needs', () => {
  const files = [
    { url: '/assets/mf-a/_/home.js', integrity: 'sha384-home' },
    { url: '/assets/mf-a/_/home.css', integrity: 'sha384-style' },
  ];

  /** @returns What its document has asked for, before and after the first paint. */
  function asked(more: typeof files): [before: object[], after: object[]] {
    const elements: object[] = [];
    const painted: (() => void)[] = [];
    const context = createContext({
      document: {
        hidden: false,
        head: { append: (element: object) => elements.push(element) },
        createElement: (name: string) => ({ name }),
        querySelector: (selector: string) => ({ cloneNode: () => ({ copyOf: selector, as: 'script' }) }),
      },
      window: {},
      addEventListener: () => undefined,
      requestAnimationFrame: (task: () => void) => painted.push(task),
      setTimeout: (task: () => void, ms = 0) => (ms === 0 ? task() : undefined),
    });
    runInContext(startAfterPaint([MAIN], '', more), context);
    const before = [...elements];
    for (const task of painted) task();
    return [before, elements];
  }

  it('is asked for with the shell, once the page is painted, as the head has asked for the first script', () => {
    const [before, after] = asked(files);
    expect(before).toEqual([]);
    expect(after).toEqual([
      expect.objectContaining({ name: 'script', src: MAIN.url, integrity: MAIN.integrity }),
      { copyOf: '[as=script]', as: 'script', href: files[0]?.url, integrity: 'sha384-home' },
      { copyOf: '[as=script]', as: 'style', href: files[1]?.url, integrity: 'sha384-style' },
    ]);
  });

  it('is nothing where there is no more than the shell', () => {
    const [, after] = asked([]);
    expect(after).toEqual([expect.objectContaining({ name: 'script' })]);
  });
});
