import { describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { rehearse } from './rehearse';

const LINKS = { candidate: 'https://site.example/_preview/candidate', live: 'https://site.example/_preview/live' };

/** A browser without pages, in which each link is shown for so many times. */
function browserOf(shown: (link: string) => number): Browser {
  const asked = new Map<string, number>();
  const get = async (link: string) => {
    const times = (asked.get(link) ?? 0) + 1;
    asked.set(link, times);
    return { ok: () => times <= shown(link), status: () => 410 };
  };
  const nothing = async () => undefined;
  const context = { request: { get }, cookies: async () => [], addCookies: nothing, addInitScript: nothing, close: nothing };
  return { newContext: async () => context } as unknown as Browser;
}

describe('a rehearsal', () => {
  const through = (shown: (link: string) => number) =>
    rehearse({
      browser: browserOf(shown),
      site: 'https://site.example',
      ...LINKS,
      addresses: { paths: [], unvisited: [] },
      now: new Date(),
    });

  it('is one of its pages, whose links hold from the first to the last', async () => {
    await expect(through(() => Infinity)).resolves.toMatchObject({ report: { pages: [], notRun: null } });
  });

  it.each(Object.entries(LINKS))('proves nothing where the link to the %s one has ended meanwhile', async (_which, ended) => {
    // At each of two widths.
    const run = through((link) => (link === ended ? 2 : Infinity));
    await expect(run).rejects.toMatchObject({
      exitCode: 7,
      message: 'The site does not show what is to be rehearsed: it answered 410.',
    });
  });
});
