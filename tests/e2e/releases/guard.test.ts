/** A release that fails in browsers is taken back by the guard of its plan: real documents, real reports, and nobody who decides. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { expect, expectHydrated } from '../fixtures';
import { alterBuild, createWorkshop } from './changed-builds';
import { test, versionIn } from './running-site';

const NAME = 'mf-marketing';
const VERSION = '95.0.0';
const ENTRY = 'v/remoteEntry.js';
const DIST = path.resolve(import.meta.dirname, '../../..', NAME, 'dist');
const GUARD = { minimumDocuments: 10, errorRate: 0.05 };
/** Enough documents for the guard, and enough failures among those of the candidate, unless chance makes 31 candidates before 20 of the others. */
const VISITORS = { candidate: 10, stable: 20 };
const FAILING = 10;

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
test.beforeAll(async () => {
  workshop = await createWorkshop();
});
test.afterAll(async () => {
  await workshop.close();
});

const shown = async ({ request }: BrowserContext): Promise<string> => versionIn(await (await request.get('/')).text(), NAME);

/** New visitors, until there are enough of both kinds. */
async function visitors(browser: Browser, baseURL: string) {
  const found = { candidate: [] as BrowserContext[], stable: [] as BrowserContext[] };
  while (found.candidate.length < VISITORS.candidate || found.stable.length < VISITORS.stable) {
    const visitor = await browser.newContext({ baseURL });
    found[(await shown(visitor)) === VERSION ? 'candidate' : 'stable'].push(visitor);
  }
  return found;
}

test('a candidate that throws in browsers is gone by itself, with the figures on record, and none of its visitors missed the page', async ({
  manager,
  browser,
}) => {
  const before = (await manager.registry.current())!;
  // With what the rest of the entry says of its chunks.
  const entry = `console.info('before the end'); throw new Error('This release is bad.');\n${await readFile(path.join(DIST, ENTRY), 'utf8')}`;
  const files = { [ENTRY]: entry };
  await manager.publish(await alterBuild(DIST, path.join(workshop.folder, VERSION), { files, descriptor: { version: VERSION } }));
  const plan = await manager.registry.makePlan({
    ...{ releases: { [NAME]: VERSION }, expectedRevision: before.number, guard: GUARD },
    steps: [
      { basisPoints: 2_500, minutes: null },
      { basisPoints: 10_000, minutes: null },
    ],
  });
  const { candidate, stable } = await visitors(browser, manager.address);
  let reports = 0;
  for (const visitor of candidate.slice(0, FAILING)) {
    const page = await visitor.newPage();
    const reported = page.waitForResponse((response) => response.url().endsWith('/registry/v1/beacons')).catch(() => null);
    const html = (await (await page.goto('/practice'))?.text()) ?? '';
    // The guard may have seen enough before the last of them comes.
    if (versionIn(html, NAME) !== VERSION) break;
    await expectHydrated(page);
    await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
    expect((await reported)?.status()).toBe(204);
    reports += 1;
  }
  expect(reports).toBeGreaterThan(0);

  await expect.poll(async () => (await manager.registry.plan(plan.id)).state, { timeout: 120_000 }).toBe('aborted');
  const { endedBy, note } = await manager.registry.plan(plan.id);
  expect([endedBy, note]).toEqual(['guard', expect.stringMatching(/\d+ of \d+ documents/)]);
  for (const visitor of [...candidate, ...stable]) await expect.poll(() => shown(visitor)).toBe(before.target.parts[NAME]!.stable.version);
  const { answer } = await manager.release('history', '--limit', '1');
  expect(answer.revisions).toEqual([expect.objectContaining({ cause: 'end-canary', reason: `guard: ${note}` })]);
  await Promise.all([...candidate, ...stable].map((visitor) => visitor.close()));
});
