/** Opens the pages of releases that are not live beside everything that is, and compares them with the live ones. */
import { createHash } from 'node:crypto';
import { FAILED_RELEASES_KEY } from '@site/contracts/names';
import {
  MOST_LAYOUT_SHIFT,
  type Picture,
  REHEARSAL_LIMITS,
  type RehearsalFinding,
  type RehearsalReport,
  type RehearsedPage,
} from '@site/release-model/rehearsal';
import type { Browser, BrowserContext } from 'playwright-core';
import { EXIT, Failure } from '../failure';
import type { Addresses } from './addresses';
import { axeObservations } from './axe';
import { prepare } from './in-page';
import { compare, type Comparison, type Shots } from './pictures';
import { type Observation, visit, type Visit } from './visit';

/** Of windows, in CSS pixels: a phone and a computer. */
export const WIDTHS = [360, 1280];
const HEIGHT = 800;

export interface Stage {
  browser: Browser;
  /** Origin of the site. */
  site: string;
  /** Link to a preview of the candidates. */
  candidate: string;
  /** Link to a preview of what they replace; null where nothing is live in their place. */
  live: string | null;
  addresses: Addresses;
  /** The time on all pages. */
  now: Date;
  onPage?: (done: number, of: number) => void;
}

export interface Rehearsed {
  report: RehearsalReport;
  /** PNGs by SHA-256. */
  pictures: Map<string, Buffer>;
}

export async function rehearse({ addresses, onPage, ...stage }: Stage): Promise<Rehearsed> {
  const pictures = new Map<string, Buffer>();
  const total = addresses.paths.length * WIDTHS.length;
  let done = 0;
  const atWidth = async (width: number): Promise<RehearsedPage[]> => {
    const contexts = await openContexts(stage, width);
    const pages: RehearsedPage[] = [];
    for (const path of addresses.paths) {
      pages.push(await rehearsePage(contexts, { site: stage.site, path, width }, pictures));
      onPage?.((done += 1), total);
    }
    // A link that was revoked or has expired meanwhile shows what is live, which never differs from itself.
    await follow(contexts.candidate, stage.candidate);
    if (stage.live !== null) await follow(contexts.live, stage.live);
    await Promise.all([contexts.candidate.close(), contexts.live.close()]);
    return pages;
  };
  const pages = (await Promise.all(WIDTHS.map(atWidth))).flat();
  pages.sort((one, other) => (one.path === other.path ? one.width - other.width : one.path < other.path ? -1 : 1));
  return { report: { notRun: null, pages, unvisited: addresses.unvisited }, pictures };
}

/** Two browsers of the same visitor: both get the same candidates of other parts. */
async function openContexts(stage: Omit<Stage, 'addresses' | 'onPage'>, width: number): Promise<Contexts> {
  const candidate = await openContext(stage, width);
  await follow(candidate, stage.candidate);
  const live = await openContext(stage, width);
  await live.addCookies(await candidate.cookies());
  await follow(live, stage.live ?? `${stage.site}/_preview/leave`);
  return { candidate, live };
}

/** Sets the cookie of a link, or takes it away. @throws Failure if the site does not show it. */
async function follow(context: BrowserContext, link: string): Promise<void> {
  const answer = await context.request.get(link);
  if (!answer.ok()) throw new Failure(`The site does not show what is to be rehearsed: it answered ${answer.status()}.`, EXIT.unavailable);
}

/** A visitor whose clock stands still, who asked for little motion, and whose browser has not given up any release. */
async function openContext({ browser, now }: Pick<Stage, 'browser' | 'now'>, width: number): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...{ viewport: { width, height: HEIGHT }, hasTouch: width < 600, reducedMotion: 'reduce', colorScheme: 'light' },
    ...{ locale: 'en-GB', timezoneId: 'UTC', serviceWorkers: 'block' },
  });
  await context.addInitScript(prepare, { now: now.getTime(), forgotten: FAILED_RELEASES_KEY });
  return context;
}

interface Contexts {
  candidate: BrowserContext;
  live: BrowserContext;
}

async function rehearsePage(
  { candidate, live }: Contexts,
  { site, path, width }: { site: string; path: string; width: number },
  pictures: Map<string, Buffer>,
): Promise<RehearsedPage> {
  const address = site + path;
  const examined = await visit(candidate, address, axeObservations);
  // What axe takes its time for is asked of the live page only where there is something to compare.
  const hasViolations = examined.observations.some(({ kind }) => kind === 'accessibility');
  const visited = await visit(live, address, hasViolations ? axeObservations : undefined);
  const before = visited.status === 404 ? null : visited;
  const comparison = before && (await compareVisits(before, examined, { candidate, live }, address));
  return {
    path,
    width,
    findings: findingsOf(examined, before),
    layoutShift: examined.layoutShift,
    pixels: comparison && { total: comparison.total, changed: comparison.changed, unstable: comparison.unstable },
    pictures: {
      live: keep(before?.picture ?? null, pictures),
      candidate: keep(examined.picture, pictures),
      difference: keep(comparison?.difference ?? null, pictures),
    },
  };
}

/** Both pages are visited again if they differ: what differs between two visits of one page is no change. */
async function compareVisits(live: Visit, candidate: Visit, contexts: Contexts, address: string): Promise<Comparison> {
  const first: Shots = { live: live.picture, candidate: candidate.picture };
  const once = compare(first, null);
  if (once.changed === 0) return once;
  const again = { live: (await visit(contexts.live, address)).picture, candidate: (await visit(contexts.candidate, address)).picture };
  return compare(first, again);
}

function findingsOf(candidate: Visit, live: Visit | null): RehearsalFinding[] {
  const known = new Set(live?.observations.map(({ kind, text }) => `${kind} ${text}`));
  const isLive = ({ kind, text }: Observation) => known.has(`${kind} ${text}`);
  const found = candidate.observations.map((observation) => ({ ...observation, isLive: isLive(observation) }));
  const shift: RehearsalFinding[] =
    candidate.layoutShift > MOST_LAYOUT_SHIFT
      ? [
          {
            kind: 'layout-shift',
            text: `What is on the page moves by ${candidate.layoutShift.toFixed(3)} while it is loaded.`,
            isLive: (live?.layoutShift ?? 0) >= candidate.layoutShift,
          },
        ]
      : [];
  // The new ones first: they decide.
  return [...found, ...shift].sort((one, other) => Number(one.isLive) - Number(other.isLive)).slice(0, REHEARSAL_LIMITS.findings);
}

/** A picture that is larger than the registry keeps is left out. */
function keep(bytes: Buffer | null, pictures: Map<string, Buffer>): Picture | null {
  if (!bytes || bytes.length > REHEARSAL_LIMITS.picture) return null;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const kept = [...pictures.values()].reduce((sum, { length }) => sum + length, 0);
  if (!pictures.has(sha256) && kept + bytes.length > REHEARSAL_LIMITS.pictures) return null;
  pictures.set(sha256, bytes);
  return { sha256, bytes: bytes.length };
}
