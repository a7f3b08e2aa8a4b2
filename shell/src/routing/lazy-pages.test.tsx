import { describe, expect, it, jest } from '@jest/globals';
import type { PageSource } from '../federation/page-source';
import { lazyPages } from './lazy-pages';

const Page = () => null;
const ignore = () => undefined;
/** Prefetches as it loads. */
const from = (load: PageSource['load']): PageSource => ({ load, prefetch: load, versionOf: () => '1.0.0' });

describe('a page', () => {
  it('that has arrived is shown without a skeleton', async () => {
    const pages = lazyPages(
      from(() => Promise.resolve({ default: Page })),
      ignore,
    );
    await pages.prepare('mf-a', './home');
    expect(pages.component('mf-a', './home')).toBe(Page);
  });

  it('is the same component for as long as it is shown, whenever it arrives', async () => {
    const pages = lazyPages(
      from(() => Promise.resolve({ default: Page })),
      ignore,
    );
    const component = pages.component('mf-a', './home');
    await pages.prepare('mf-a', './home');
    expect(component).not.toBe(Page);
    expect(pages.component('mf-a', './home')).toBe(component);
  });

  it('that failed while nobody looked is asked for again', async () => {
    const load = jest.fn(() => Promise.reject(new Error('down')));
    const pages = lazyPages(from(load), ignore);
    pages.prefetch('mf-a', './home');
    await new Promise((resolve) => setTimeout(resolve));
    await pages.prepare('mf-a', './home');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that failed before it was shown is not asked for a second time behind the back of the person', async () => {
    const load = jest.fn(() => Promise.reject(new Error('down')));
    const pages = lazyPages(from(load), ignore);
    await pages.prepare('mf-a', './home');
    await pages.prepare('mf-a', './home');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('that failed, was left and is asked for anew is asked for once', async () => {
    const load = jest.fn<PageSource['load']>(() => new Promise(ignore)).mockRejectedValueOnce(new Error('down'));
    const pages = lazyPages(from(load), ignore);
    await pages.prepare('mf-a', './home');
    pages.leave('mf-a', './home');
    pages.fail('mf-a', './home', new Error('down'));
    void pages.prepare('mf-a', './home');
    // The failure of the first one is heard of only now.
    await new Promise((resolve) => setTimeout(resolve));
    void pages.prepare('mf-a', './home');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that came from a version whose place another has taken is shown to its end, then asked for anew; its errors are its own', async () => {
    const modules = [{ default: Page }, { default: () => null }];
    const load = jest.fn(async () => modules[load.mock.calls.length - 1]!);
    let current = '2.0.0';
    const versionOf: PageSource['versionOf'] = (_, module) => (module ? (module === modules[0] ? '2.0.0' : '1.0.0') : current);
    const failed = jest.fn();
    const pages = lazyPages({ load, prefetch: load, versionOf }, (...[remote, , , module]) => failed(versionOf(remote, module)));
    await pages.prepare('mf-a', './home');
    expect(pages.component('mf-a', './home')).toBe(Page);
    current = '1.0.0';
    expect(pages.component('mf-a', './home')).toBe(Page);
    pages.leave('mf-a', './home');
    await pages.prepare('mf-a', './home');
    pages.component('mf-a', './home');
    await pages.prepare('mf-a', './home');
    expect(load).toHaveBeenCalledTimes(2);
    pages.fail('mf-a', './home', new Error('broken'));
    expect(failed.mock.calls).toEqual([['1.0.0']]);
  });

  it('that failed when it was shown is not taken for one that has arrived', async () => {
    const load = jest.fn(() => Promise.resolve({ default: Page }));
    const pages = lazyPages(from(load), ignore);
    await pages.prepare('mf-a', './home');
    pages.fail('mf-a', './home', new Error('broken'));
    expect(pages.component('mf-a', './home')).not.toBe(Page);
  });
});
