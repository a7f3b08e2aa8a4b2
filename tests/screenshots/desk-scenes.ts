/** The desk as a member of staff sees it, on a site with its sample data. */
import type { Page } from 'playwright-core';
import type { Scene } from './scene';

const VIEWS = ['signups', 'messages', 'playbooks', 'demos', 'projects', 'groups', 'mails', 'erasures', 'events'];

const scene = (name: string, view = '', more: Partial<Scene> = {}): Scene => ({
  name: `desk-${name}`,
  at: `/console/desk${view && `/${view}`}`,
  who: 'staff',
  ...more,
});

const member = async (page: Page) => {
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('heading', { level: 2, name: 'Account' }).waitFor();
};
const pressed = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();

const answered = (calls: string, status: number | null) => async (page: Page) => {
  await page.route(calls, (route) => {
    if (status !== null) return route.fulfill({ status, json: { code: 'service-unavailable', error: 'Come back later.', requestId: 'r' } });
  });
  await page.reload();
  await page.getByText(status === null ? /^Loading the/ : 'Come back later.').waitFor();
};

export const DESK_SCENES: Scene[] = [
  scene('members'),
  ...VIEWS.map((view) => scene(view, view)),
  scene('member', '', { act: member }),
  scene('members-failed', '', { act: answered('**/api/desk/members?*', 503) }),
  scene('members-loading', '', { act: answered('**/api/desk/members?*', null) }),
  scene('dialog-playbook', 'playbooks', { act: pressed('Write a playbook'), windowOnly: true }),
  scene('dialog-remove', 'projects', { act: pressed(/^Remove/), windowOnly: true }),
];
