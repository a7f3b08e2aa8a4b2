/** A rehearsal that has failed, whose pictures are those of two views of the console. */
import type { Page } from 'playwright-core';

/** The newest revision has it. */
export async function withRehearsal(page: Page): Promise<void> {
  const pictures: Buffer[] = [];
  for (const view of ['/console/plans', '/console']) {
    await page.goto(view);
    await page.getByRole('heading', { level: 1 }).waitFor();
    pictures.push(await page.screenshot());
  }
  const picture = (letter: string) => ({ sha256: letter.repeat(64), bytes: 1 });
  const found = {
    ...{ path: '/', width: page.viewportSize()?.width, layoutShift: 0.012, pixels: { total: 100_000, changed: 1_250, unstable: 0 } },
    findings: [{ kind: 'console-error', text: 'Failed to load the offer', isLive: false }],
    pictures: { live: picture('a'), candidate: picture('b'), difference: null },
  };
  const rehearsed = {
    ...{ id: 7, environment: 'production', releases: { 'mf-marketing': { id: 'c'.repeat(64), version: '1.2.0' } }, revision: 1 },
    ...{ verdict: 'failed', createdBy: 'marketing-ci', createdAt: new Date().toISOString(), notRun: null, unvisited: [], pages: [found] },
  };
  await page.route('**/revisions?limit=50', async (route) => {
    const response = await route.fetch();
    const { revisions } = (await response.json()) as { revisions: object[] };
    const named = { id: 7, verdict: 'failed', isOutdated: false };
    await route.fulfill({ json: { revisions: revisions.map((revision) => ({ ...revision, rehearsal: named })) } });
  });
  await page.route('**/rehearsals/7', (route) => route.fulfill({ json: rehearsed }));
  await page.route('**/rehearsals/7/pictures/*', (route) =>
    route.fulfill({ contentType: 'image/png', body: pictures[route.request().url().includes('aaa') ? 0 : 1] as Buffer }),
  );
}
