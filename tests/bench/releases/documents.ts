/** What an edge answers with, and when. */
import { setTimeout as delay } from 'node:timers/promises';

/** A promotion takes some tens. */
const POLL_MS = 2;
/** Longer than a busy machine takes: what is measured begins after it. */
const TIMEOUT_MS = 180_000;

export const entryAddress = (name: string, version: string): string => `/assets/${name}/${version}/remoteEntry.js`;

/** Not compressed, which would be work for the process that is measured. @param address Of a page. */
export const documentOf = async (address: string, cookie = ''): Promise<string> =>
  (await fetch(address, { headers: { 'accept-encoding': 'identity', ...(cookie && { cookie }) } })).text();

/** The first document with a release in it, of an edge that is asked again and again. @param address Of a page of the release. */
export async function untilServed(address: string, name: string, version: string): Promise<string> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const html = await documentOf(address);
    if (html.includes(entryAddress(name, version))) return html;
    if (Date.now() > deadline) throw new Error(`${address} does not show ${name}@${version}`);
    await delay(POLL_MS);
  }
}

interface Status {
  switchedInMs: number | null;
  pages: { done: boolean };
  prospects: { hash: string | null; done: boolean };
}

export const statusOf = async (origin: string): Promise<Status> => (await (await fetch(`${origin}/_edge/status`)).json()) as Status;

async function until(origin: string, what: string, isSo: (status: Status) => boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!isSo(await statusOf(origin))) {
    if (Date.now() > deadline) throw new Error(`${origin} ${what}`);
    await delay(POLL_MS);
  }
}

/** Resolves once all that an edge renders ahead for what is live is rendered. */
export const untilRendered = (origin: string): Promise<void> => until(origin, 'has not rendered its pages', ({ pages }) => pages.done);

/** Resolves once an edge has tried all that a statement of prospects names. @param hash Of the statement. */
export const untilPrepared = (origin: string, hash: string): Promise<void> =>
  until(origin, 'has not prepared what may become live', ({ prospects }) => prospects.done && prospects.hash === hash);

export const isRendered = (html: string): boolean => !html.includes('<div id="root"></div>');
