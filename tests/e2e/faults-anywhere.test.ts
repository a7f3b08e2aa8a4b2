/**
 * No fault of a remote leaves a blank page, wherever somebody is and whatever they do next: each fault `FAULT_RUNS` times (default 1, 100 before a
 * release that changes how pages load), in ways that `FAULT_SEED` decides (default: a new one each time, which a failure names).
 */
import { randomInt } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { expect, expectHydrated, expectManifest, open, test } from './fixtures';
import { PAGES, type SitePage } from './pages';
import { type Fault, FAULTS, hasRunCorruptScript, MESSAGES_OF_FAULTS, panel, SILENCE } from './script-faults';

const RUNS = Number(process.env.FAULT_RUNS ?? 1);
const { FAULT_SEED } = process.env;

// What a document preloads comes so late that the browser wonders.
test.use({ expectedMessages: new RegExp(`${MESSAGES_OF_FAULTS.source}|preloaded using link preload but not used`, 'i') });

/** Pages that visitors see. */
const OPEN_PAGES = PAGES.filter(({ noindex }) => !noindex);

type Choose = <Value>(values: readonly Value[]) => Value;

/** Chooses the same for a seed. */
function chooser(seed: number): Choose {
  let state = seed;
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)]!;
  };
}

/** Runs in the page: says of each frame that is about to be painted whether there is nothing in the place of the page. */
function watchForBlanks(): void {
  const { reportBlank } = window as unknown as { reportBlank: (what: string) => void };
  const look = (): void => {
    const main = document.querySelector('main');
    const isBlank = !main?.textContent?.trim() || !main.checkVisibility() || main.getBoundingClientRect().height === 0;
    if (isBlank && document.readyState !== 'loading') reportBlank(`${location.pathname}: ${main?.outerHTML ?? document.body.innerHTML}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Lets a fault loose on scripts of a remote, from one of the first two on, once or for good. The returned function is told how many it has met. */
async function letLoose(page: Page, { answer }: Fault, remote: string, choose: Choose): Promise<{ way: string; met: () => number }> {
  const first = choose([0, 1]);
  const most = choose([1, Infinity]);
  let asked = 0;
  let met = 0;
  await page.route(
    ({ pathname }) => pathname.startsWith(`/assets/${remote}/`) && pathname.endsWith('.js'),
    (route: Route) => {
      asked += 1;
      if (asked <= first || met >= most) return route.fallback();
      met += 1;
      return answer(route);
    },
  );
  return { way: `script ${first + 1} of ${remote}, ${most === 1 ? 'once' : 'and all after it'}`, met: () => met };
}

/** Where visible links lead in the same tab, but for pages of the same remote. */
async function linksAwayFrom(page: Page, { remote }: SitePage): Promise<SitePage[]> {
  const links = await linksOf(page).all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  return OPEN_PAGES.filter((one) => one.remote !== remote && addresses.includes(one.address));
}

const linksOf = (page: Page) => page.locator('a[href^="/"]:not([target])').filter({ visible: true });
const linkTo = (page: Page, { address }: SitePage) =>
  linksOf(page)
    .and(page.locator(`[href="${address}"]`))
    .first();
const heading = (page: Page) => page.locator('main h1');

/** Expects the page, or the panel in its place if `orPanel`. */
async function expectToEnd(page: Page, { heading: wanted }: SitePage, windOn: () => Promise<void>, orPanel: boolean): Promise<void> {
  const hasEnded = async (): Promise<boolean> => {
    await windOn();
    if (await panel(page).isVisible()) return orPanel;
    return (await heading(page).allTextContents())[0] === wanted;
  };
  await expect.poll(hasEnded, { intervals: [50] }).toBe(true);
}

async function trial(page: Page, fault: Fault, choose: Choose): Promise<void> {
  const blanks: string[] = [];
  await page.exposeFunction('reportBlank', (what: string) => blanks.push(what));
  await page.addInitScript(watchForBlanks);

  const start = choose(OPEN_PAGES);
  const moment = choose(['with its document', 'when the pointer is on the link', 'with the click', 'with a key']);
  const isFirst = moment === 'with its document';
  // With a clock that is installed before its document, a page does not say any more that it is shown: there, the time is waited for.
  const windOn = fault === SILENCE && !isFirst ? () => page.clock.runFor(1_000) : () => Promise.resolve();
  let target = start;
  let loose: Awaited<ReturnType<typeof letLoose>>;
  if (isFirst) {
    loose = await letLoose(page, fault, target.remote, choose);
    await page.goto(target.address, { waitUntil: 'commit' });
    await expectHydrated(page);
  } else {
    await open(page, start.address);
    await expectManifest(page);
    if (fault === SILENCE) await page.clock.install();
    target = choose(await linksAwayFrom(page, start));
    loose = await letLoose(page, fault, target.remote, choose);
    const link = linkTo(page, target);
    if (moment === 'when the pointer is on the link') await link.hover();
    if (moment === 'with a key') await link.press('Enter');
    else await link.click();
  }
  await test.step(`${start.address} to ${target.address}, ${moment}, ${loose.way}`, async () => {
    await expectToEnd(page, target, windOn, true);
    expect(loose.met(), 'scripts that the fault has met').toBeGreaterThan(0);
    expect(await hasRunCorruptScript(page)).toBe(false);
    await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();

    const goesElsewhere = choose([true, false]);
    if (goesElsewhere) {
      const other = choose(await linksAwayFrom(page, target));
      await linkTo(page, other).click();
      await expectToEnd(page, other, windOn, false);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (goesElsewhere) await page.goBack();
    else if (await panel(page).isVisible()) await panel(page).getByRole('button', { name: 'Retry' }).click();
    await expectToEnd(page, target, windOn, false);
    expect(blanks).toEqual([]);
  });
}

for (const fault of [...FAULTS, SILENCE])
  for (let run = 1; run <= RUNS; run += 1)
    test(`scripts of a remote are ${fault.name}, anywhere and at any moment: no page is blank${run === 1 ? '' : ` (${run})`}`, async ({
      page,
    }) => {
      const seed = FAULT_SEED === undefined ? randomInt(2 ** 31) : Number(FAULT_SEED);
      try {
        await trial(page, fault, chooser(seed));
      } catch (error) {
        throw new Error(`FAULT_SEED=${seed} has shown this.`, { cause: error });
      }
    });
