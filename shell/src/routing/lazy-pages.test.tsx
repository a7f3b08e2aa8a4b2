import { describe, expect, it, jest } from '@jest/globals';
import { lazyPages } from './lazy-pages';

const Page = () => null;
const ignore = () => undefined;

describe('a page', () => {
  it('that has arrived is shown without a skeleton', async () => {
    const pages = lazyPages({ load: () => Promise.resolve({ default: Page }) }, ignore);
    await pages.prepare('mf-a', './home');
    expect(pages.component('mf-a', './home')).toBe(Page);
  });

  it('is the same component for as long as it is shown, whenever it arrives', async () => {
    const pages = lazyPages({ load: () => Promise.resolve({ default: Page }) }, ignore);
    const component = pages.component('mf-a', './home');
    await pages.prepare('mf-a', './home');
    expect(component).not.toBe(Page);
    expect(pages.component('mf-a', './home')).toBe(component);
  });

  it('that failed while nobody looked is asked for again', async () => {
    const load = jest.fn(() => Promise.reject(new Error('down')));
    const pages = lazyPages({ load }, ignore);
    pages.prefetch('mf-a', './home');
    await new Promise((resolve) => setTimeout(resolve));
    await pages.prepare('mf-a', './home');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that failed before it was shown is not asked for a second time behind the back of the person', async () => {
    const load = jest.fn(() => Promise.reject(new Error('down')));
    const pages = lazyPages({ load }, ignore);
    await pages.prepare('mf-a', './home');
    await pages.prepare('mf-a', './home');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('that was forgotten is not taken for one that has arrived', async () => {
    const load = jest.fn(() => Promise.resolve({ default: Page }));
    const pages = lazyPages({ load }, ignore);
    await pages.prepare('mf-a', './home');
    pages.forget('mf-a', './home');
    expect(pages.component('mf-a', './home')).not.toBe(Page);
  });
});
