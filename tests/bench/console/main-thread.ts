/** For how long a page keeps the main thread of its browser busy, in the processor's time: what else the machine does is not counted. */
import type { Browser, Page } from 'playwright-core';

export interface MainThread {
  /** Milliseconds of what each task has over {@link SHORT_MS}, summed up. */
  blockedMs: number;
  /** Milliseconds of the longest task. */
  longestMs: number;
}

/** A task that is no longer than this keeps nobody waiting. */
const SHORT_MS = 50;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of the processor. */
  tdur?: number;
  args?: { name?: string; data?: { url?: string; processId?: number } };
}

/** The tasks of `page` while `visit` goes on. */
export async function watchMainThread(browser: Browser, page: Page, visit: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
  await visit();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  // The browser has renderers of its own, for what it may show beside the page.
  const shown = traceEvents.findLast(({ name, args }) => name === 'FrameCommittedInBrowser' && args?.data?.url === page.url());
  const isOfPage = ({ pid }: TraceEvent): boolean => pid === shown?.args?.data?.processId;
  const main = traceEvents.find((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain' && isOfPage(event));
  const tasks = traceEvents
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && isOfPage(event) && event.tid === main?.tid)
    .map(({ tdur = 0 }) => tdur / 1_000);
  if (tasks.length === 0) throw new Error('The browser has traced no task of the page.');
  return { blockedMs: tasks.reduce((sum, ms) => sum + Math.max(0, ms - SHORT_MS), 0), longestMs: Math.max(...tasks) };
}
