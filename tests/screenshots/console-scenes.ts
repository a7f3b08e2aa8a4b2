/** The console as a release manager sees it, on a site on which only its start has made anything live. */
import type { Page } from 'playwright-core';
import { overtaken, withPromotion, withWork } from './console-work';
import type { Scene } from './scene';

const VIEWS = [
  ...['promote', 'switches', 'history', 'part/mf-marketing', 'plans', 'proposals', 'previews'],
  ...['environments', 'people', 'audit', 'tokens', 'webhooks'],
];

const scene = (name: string, view = '', more: Partial<Scene> = {}): Scene => ({
  name: `console-${name}`,
  at: `/console${view && `/${view}`}`,
  who: 'manager',
  ...more,
});

const pressed = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

async function rollback(page: Page): Promise<void> {
  await pressed('Roll back')(page);
  await page.getByRole('dialog').getByText(/It is refused|This would change/).waitFor();
}

async function plan(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Step by step, by a plan' }).check();
  await pressed('Show what would change')(page);
  await page.getByText('Choose at least one release.').waitFor();
}

const answered = (calls: string, status: number | null) => async (page: Page) => {
  await page.route(calls, (route) => {
    if (status !== null) return route.fulfill({ status, json: { code: 'service-unavailable', error: 'Come back later.', requestId: 'r' } });
  });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
};

async function failed(page: Page): Promise<void> {
  await answered('**/registry/v1/environments', 503)(page);
  await page.getByRole('button', { name: 'Retry' }).waitFor();
}

async function loading(page: Page): Promise<void> {
  await answered('**/registry/v1/environments', null)(page);
  await page.getByText('Loading the environments').waitFor();
}

/** The newest revision has a rehearsal, whose pictures are those of two other views. */
async function withRehearsal(page: Page): Promise<void> {
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

async function rehearsal(page: Page): Promise<void> {
  await withRehearsal(page);
  await page.goto('/console/history');
  await page.getByRole('button', { name: 'Look at rehearsal 7' }).first().click();
  await page.getByRole('slider').waitFor();
}

/** Links as several people make them, of which one was revoked. */
async function withPreviews(page: Page): Promise<void> {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const issued = (number: number, more: object) => ({
    ...{ id: `p${number}`, number, kind: 'preview', subject: 'mf-marketing@1.2.0', parts: ['mf-marketing'], createdBy: 'grace' },
    ...{ createdAt: at(-5), expiresAt: at(160), reason: 'For the review on Friday', revoked: null, ...more },
  });
  const previews = [
    issued(3, {}),
    issued(2, { kind: 'replay', subject: 'revision 1', parts: [], createdBy: 'marketing-ci', reason: null, expiresAt: at(7) }),
    issued(1, { subject: 'mf-elevate@1.1.0 shell@1.1.0', revoked: { by: 'grace', at: at(-1), reason: 'Sent to the wrong address' } }),
  ];
  await page.route('**/previews?*', (route) => route.fulfill({ json: { previews } }));
  await page.reload();
  await page.getByText('Sent to the wrong address').waitFor();
}

async function revocation(page: Page): Promise<void> {
  await withPreviews(page);
  await pressed('Revoke link 3 to mf-marketing@1.2.0')(page);
}

async function promotion(page: Page): Promise<void> {
  await withPromotion(page);
  const choice = page.getByRole('combobox', { name: 'mf-marketing' });
  await choice.evaluate((select: HTMLSelectElement) => select.add(new Option('1.3.0', '1.3.0')));
  await choice.selectOption('1.3.0');
  await pressed('Show what would change')(page);
  await page.getByText('This would change').waitFor();
}

async function shownRollback(page: Page): Promise<void> {
  await withPromotion(page);
  await pressed('Roll back')(page);
  await page.getByRole('dialog').getByText('This would change').waitFor();
}

const EVENTS = '**/environments/production/events';

/** The page anew, without the stream of events. */
async function offline(page: Page): Promise<void> {
  await page.route(EVENTS, (route) => route.abort());
  await page.reload();
  await page.getByText('Connection lost, trying again').first().waitFor();
  await page.getByText(/^Loading /).first().waitFor({ state: 'detached' });
}

/** When the connection is back, what was missed is asked for. */
async function staleRollback(page: Page): Promise<void> {
  await offline(page);
  await shownRollback(page);
  await overtaken(page);
  await page.unroute(EVENTS);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('dialog').getByText(/came between/).waitFor();
}

async function typedName(page: Page): Promise<void> {
  await withPromotion(page);
  await pressed('Switch mf-elevate off')(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Back at noon.');
  await dialog.getByRole('button', { name: 'Show what would change' }).click();
  await dialog.getByRole('button', { name: 'Switch mf-elevate off' }).click();
  await dialog.getByText('Write mf-elevate', { exact: true }).waitFor();
}

async function abortion(page: Page): Promise<void> {
  await withWork(page);
  await pressed('Abort plan 7')(page);
}

async function laterPlan(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Step by step, by a plan' }).check();
  await page.getByRole('radio', { name: 'At a time' }).check();
}

async function heldPlan(page: Page): Promise<void> {
  await laterPlan(page);
  await page.getByLabel('When', { exact: true }).fill('2030-01-01T06:30');
  await promotion(page);
}

/** A list whose question is answered by a failure. */
const without = (calls: string) => async (page: Page) => {
  await answered(calls, 503)(page);
  await page.getByText(/Come back later/).first().waitFor();
};

export const CONSOLE_SCENES: Scene[] = [
  scene('overview'),
  ...VIEWS.map((view) => scene(view.replace(/\/.*/, ''), view)),
  scene('rehearsal', 'history', { act: rehearsal }),
  scene('overview-failed', '', { act: failed }),
  scene('overview-loading', '', { act: loading }),
  scene('previews-made', 'previews', { act: withPreviews }),
  scene('dialog-revoke', 'previews', { act: revocation, windowOnly: true }),
  scene('promote-plan', 'promote', { act: plan }),
  scene('promote-later', 'promote', { act: laterPlan }),
  scene('promote-held', 'promote', { act: heldPlan }),
  scene('promote-shown', 'promote', { act: promotion }),
  scene('plans-under-way', 'plans', { act: withWork }),
  scene('proposals-open', 'proposals', { act: withWork }),
  scene('overview-at-work', '', { act: withWork }),
  scene('webhooks-made', 'webhooks', { act: withWork }),
  scene('webhook-deliveries', 'webhooks/chat?delivery=msg_1', { act: withWork }),
  scene('overview-offline', '', { act: offline }),
  scene('plans-failed', 'plans', { act: without('**/plans?*') }),
  scene('proposals-failed', 'proposals', { act: without('**/proposals?*') }),
  scene('history-failed', 'history', { act: without('**/revisions?*') }),
  scene('previews-failed', 'previews', { act: without('**/previews?*') }),
  scene('part-failed', 'part/mf-marketing', { act: without('**/remotes/mf-marketing/releases?*') }),
  scene('audit-failed', 'audit', { act: without('**/audit?*') }),
  scene('people-failed', 'people', { act: without('**/registry/v1/teams') }),
  scene('dialog-rollback-shown', '', { act: shownRollback, windowOnly: true }),
  scene('dialog-stale', '', { act: staleRollback, windowOnly: true }),
  scene('dialog-typed', 'switches', { act: typedName, windowOnly: true }),
  scene('dialog-abort', 'plans', { act: abortion, windowOnly: true }),
  scene('dialog-rollback', '', { act: rollback, windowOnly: true }),
  scene('dialog-switch-off', 'switches', { act: pressed('Switch mf-elevate off'), windowOnly: true }),
];
