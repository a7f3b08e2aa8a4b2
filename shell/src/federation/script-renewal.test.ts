import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { renewFailedScripts, renewScripts } from './script-renewal';

const ADDRESS = `${location.origin}/assets/mf-a/1.0.0/page.js`;

/** Answers to the fetches of scripts, given when the test says so. */
const answers: (() => void)[] = [];
const fetched = jest.fn((_address: string) => new Promise((resolve) => answers.push(() => resolve({ arrayBuffer: async () => null }))));
globalThis.fetch = fetched as unknown as typeof fetch;
renewFailedScripts();
afterEach(() => {
  fetched.mockClear();
  answers.length = 0;
});

function fail(address = ADDRESS): void {
  const script = document.createElement('script');
  Object.defineProperty(script, 'src', { value: address });
  document.head.append(script);
  script.dispatchEvent(new Event('error'));
  script.remove();
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('a script that fails', () => {
  it('is fetched again past the cache, once for all who asked for it together', async () => {
    fail();
    fail();
    await turn();
    expect(fetched.mock.calls).toEqual([[ADDRESS, { cache: 'reload' }]]);
    const renewed = renewScripts('mf-a');
    answers[0]?.();
    await renewed;
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('again while it is fetched, is fetched once more after that: what is on its way may be what failed', async () => {
    fail();
    await turn();
    fail();
    fail();
    let isRenewed = false;
    const renewed = renewScripts('mf-a').then(() => (isRenewed = true));
    answers[0]?.();
    await turn();
    expect([fetched.mock.calls.length, isRenewed]).toEqual([2, false]);
    answers[1]?.();
    await renewed;
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('of the shell is waited for by every remote, which may need it; one of another remote is not', async () => {
    fail(`${location.origin}/assets/shell/_/form.js`);
    fail(`${location.origin}/assets/mf-b/_/page.js`);
    await turn();
    expect(fetched).toHaveBeenCalledTimes(2);
    let isRenewed = false;
    const renewed = renewScripts('mf-a').then(() => (isRenewed = true));
    await turn();
    expect(isRenewed).toBe(false);
    answers[0]?.();
    await renewed;
    answers[1]?.();
    await turn();
  });

  it('of another site is not fetched', async () => {
    fail('https://elsewhere.example.com/script.js');
    await turn();
    expect(fetched).not.toHaveBeenCalled();
  });
});
