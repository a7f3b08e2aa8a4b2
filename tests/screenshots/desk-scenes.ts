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

/** Lists, by their calls and what stands where there are no entries. */
const LISTS = {
  members: ['', 'members?*', 'There is no such member'],
  signups: ['signups', 'signups?*', 'Nobody waits'],
  messages: ['messages', 'messages?*', 'Nobody has written yet'],
  playbooks: ['playbooks', 'playbooks', 'There is no playbook yet'],
  demos: ['demos', 'demo-kinds', 'There is no kind of demo yet'],
  projects: ['projects', 'projects', /^There is no project/],
  groups: ['groups', 'peer-groups?*', 'There is no peer group yet'],
  erasures: ['erasures', 'erasures?*', 'Nobody wants to be erased'],
  events: ['events', 'events?*', /^(?:There is no|Nothing)/],
} as const;

const empty = (calls: string, words: string | RegExp) => async (page: Page) => {
  await page.route(calls, (route) => route.fulfill({ json: [] }));
  await page.reload();
  await page.getByText(words).waitFor();
};

async function mailShown(page: Page): Promise<void> {
  await page.getByLabel('Peer group').selectOption('SELF-4E');
  await page.getByLabel('Subject').fill('The first evening');
  await page.getByLabel('Text').fill('We meet on Monday, in the room above the workshop.\n\nBring a demo.');
  await page.getByRole('button', { name: 'Show what they get' }).click();
  await page.getByRole('region', { name: /gets? it/ }).waitFor();
}

/** The list was there, and cannot be looked up again. */
async function offline(page: Page): Promise<void> {
  await page.route('**/api/desk/messages*', (route) => route.abort());
  await page.getByRole('button', { name: /^Take it: / }).first().waitFor();
  await page.route('**/api/desk/messages/*', (route) => route.abort());
  await page.getByRole('button', { name: /^Take it: / }).first().click();
  await page.getByText('may be outdated').waitFor();
}

export const DESK_SCENES: Scene[] = [
  scene('members'),
  ...VIEWS.map((view) => scene(view, view)),
  scene('member', '', { act: member }),
  ...Object.entries(LISTS).flatMap(([name, [view, calls, words]]) => [
    scene(`${name}-failed`, view, { act: answered(`**/api/desk/${calls}`, 503) }),
    scene(`${name}-empty`, view, { act: empty(`**/api/desk/${calls}`, words) }),
  ]),
  scene('messages-offline', 'messages', { act: offline }),
  scene('mail-shown', 'mails', { act: mailShown }),
  scene('members-loading', '', { act: answered('**/api/desk/members?*', null) }),
  scene('dialog-playbook', 'playbooks', { act: pressed('Write a playbook'), windowOnly: true }),
  scene('dialog-remove', 'projects', { act: pressed(/^Remove/), windowOnly: true }),
];
