/** The console as a release manager sees it, on a site on which only its start has made anything live. */
import type { Page } from 'playwright-core';
import type { Scene } from './scene';

const VIEWS = ['promote', 'switches', 'history', 'part/mf-marketing', 'plans', 'proposals', 'previews', 'audit', 'tokens'];

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

export const CONSOLE_SCENES: Scene[] = [
  scene('overview'),
  ...VIEWS.map((view) => scene(view.replace(/\/.*/, ''), view)),
  scene('overview-failed', '', { act: failed }),
  scene('overview-loading', '', { act: loading }),
  scene('promote-plan', 'promote', { act: plan }),
  scene('dialog-rollback', '', { act: rollback, windowOnly: true }),
  scene('dialog-switch-off', 'switches', { act: pressed('Switch mf-elevate off'), windowOnly: true }),
];
