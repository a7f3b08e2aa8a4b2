/** Every view of the console, with the places in long lists that take most. */
import type { Page } from 'playwright-core';
import * as paths from '@site/contracts/paths';

export interface View {
  /** In the table. */
  name: string;
  at: string;
}

const RELEASES = [
  ...['', 'promote', 'switches', 'history', 'history?before=51', 'part/shell', 'part/mf-part-0', 'plans', 'plans?all=', 'proposals'],
  ...['previews', 'environments', 'people', 'audit', 'audit?actor=nobody', 'tokens', 'webhooks'],
];
const DESK = ['', 'signups', 'messages', 'playbooks', 'demos', 'projects', 'groups', 'mails', 'erasures', 'events'];

const below = (home: string, view: string): string => (view === '' ? home : `${home}/${view}`);

export const releaseViews: View[] = RELEASES.map((view) => ({ name: view || 'overview', at: below(paths.consoleHome, view) }));

/** @param member Address of the view of one member. */
export const deskViews = (member: string): View[] => [
  ...DESK.map((view) => ({ name: `desk ${view || 'members'}`, at: below(paths.deskHome, view) })),
  { name: 'desk member', at: member },
];

/** A stream does not end. */
const isStream = (url: string): boolean => url.endsWith('/events') && url.includes('/registry/');

/** A view is shown when nothing was asked for in so many milliseconds. To ask the page itself would be work for its main thread. */
const QUIET_MS = 2_500;
const POLL_MS = 50;
const TIMEOUT_MS = 60_000;

/** A call that a view makes. */
export interface ViewCall {
  url: string;
  headers: Record<string, string>;
}

/**
 * Loads the document of a view, and waits until it shows what it has to show.
 * @returns The calls of the registry and of the API that it made.
 */
export async function visit(page: Page, { at }: View): Promise<ViewCall[]> {
  const calls: ViewCall[] = [];
  const open = new Set<object>();
  let last = Date.now();
  const end = (request: object): void => {
    open.delete(request);
    last = Date.now();
  };
  page.on('requestfinished', end).on('requestfailed', end);
  page.on('request', (request) => {
    const url = request.url();
    if (isStream(url)) return;
    open.add(request);
    last = Date.now();
    if (/\/(registry\/v1|api)\//.test(url) && request.method() === 'GET') calls.push({ url, headers: request.headers() });
  });
  await page.goto(at, { waitUntil: 'commit' });
  const deadline = Date.now() + TIMEOUT_MS;
  while (open.size > 0 || Date.now() - last < QUIET_MS) {
    if (Date.now() > deadline) throw new Error(`${at} goes on asking`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return calls;
}

/** @throws Error when the view shows anything else than what it lists. */
export async function assertShown(page: Page, { at }: View): Promise<void> {
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  const waiting = await page.getByText(/^Loading /).count();
  const failed = await page.getByRole('button', { name: /^(Retry|Try again)$/ }).count();
  if (/not available/.test(heading) || waiting > 0 || failed > 0)
    throw new Error(`${at} shows '${heading}', waiting ${waiting}, failed ${failed}`);
}
