/** What can be wrong with the scripts of a remote, and what a page shows then. */
import type { Locator, Page, Request, Route } from '@playwright/test';

export interface Fault {
  name: string;
  /** Answers a request for a script in a way that scripts should not be answered. */
  answer(route: Route): Promise<void>;
}

export const script = { status: 200, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } };

export const FAULTS: Fault[] = [
  { name: 'missing', answer: (route) => route.fulfill({ ...script, status: 404, body: '' }) },
  { name: 'corrupt', answer: (route) => route.fulfill({ ...script, body: 'window.corrupt = true;' }) },
  {
    name: 'cut short',
    answer: async (route) => {
      const bytes = await (await route.fetch()).body();
      await route.fulfill({ ...script, body: bytes.subarray(0, bytes.length / 2) });
    },
  },
  {
    name: 'an HTML page',
    answer: (route) => route.fulfill({ ...script, contentType: 'text/html', body: '<!doctype html><p>Sign in to the hotel' }),
  },
];
export const SILENCE: Fault = { name: 'never answered', answer: () => new Promise(() => undefined) };

/** Of the browser, which could not load or verify, of the federation runtime, and of React, whose boundary 422 did not hydrate. */
export const MESSAGES_OF_FAULTS =
  /Failed to load resource|integrity|Refused to execute|Entry of mf-|Loading chunk|PageLoadTimeout|React error #422/i;

/** What stands in the place of a page that did not load. */
export const panel = (page: Page): Locator => page.getByRole('main').getByRole('alert');

/** Whether a script that did not do as it should has run. */
export const hasRunCorruptScript = (page: Page): Promise<boolean> => page.evaluate(() => 'corrupt' in window);

export const isBeacon = (request: Request): boolean => new URL(request.url()).pathname === '/registry/v1/beacons';
