/** Every screen in every state that somebody may see. */
import type { Page, Route } from 'playwright-core';
import { PAGES } from '../pages';
import { CONSOLE_DIALOGS } from './console-dialogs';
import { CONSOLE_SCENES } from './console-scenes';
import { DESK_DIALOGS } from './desk-dialogs';
import { DESK_SCENES } from './desk-scenes';
import type { Scene } from './scene';

const press =
  (role: 'button' | 'tab', name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole(role, { name, exact: true }).first().click();
  };

/** A picture for the photo dialog, drawn by the browser. */
async function choosePhoto(page: Page): Promise<void> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 800, height: 500 });
    const context = canvas.getContext('2d')!;
    const sky = context.createLinearGradient(0, 0, 0, 500);
    sky.addColorStop(0, '#5b8fb9');
    sky.addColorStop(1, '#f3d9b1');
    context.fillStyle = sky;
    context.fillRect(0, 0, 800, 500);
    context.fillStyle = '#2f4858';
    context.arc(400, 420, 180, 0, 7);
    context.fill();
    return canvas.toDataURL('image/png');
  });
  const buffer = Buffer.from(address.split(',')[1]!, 'base64');
  await page.getByLabel('Profile photo, png or jpeg').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  await page.getByLabel('Preview of your photo').waitFor();
}

/** Opens the page anew while its calls are answered otherwise. */
const answered =
  (calls: string, answer: (route: Route) => unknown) =>
  async (page: Page): Promise<void> => {
    await page.route(calls, answer);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

const loading = (calls: string) => answered(calls, () => undefined);

const failed = (calls: string) => async (page: Page) => {
  await answered(calls, (route) => route.abort())(page);
  await page.getByRole('button', { name: 'Retry' }).first().waitFor({ timeout: 20_000 });
};

async function fill(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
}

const SOFIA = { 'Full name': 'Sofia Signer', Email: 'sofia.signer@example.com', Phone: '+12125550155' };

async function sendIntro(page: Page): Promise<void> {
  await fill(page, { ...SOFIA, Question: 'How does a workshop begin?' });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.Toastify__toast').waitFor();
}

async function sendUnknownCode(page: Page): Promise<void> {
  await fill(page, { ...SOFIA, 'City and state': 'Ithaca, NY', 'Peer group access code': 'NO-SUCH' });
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('This access code is not known').first().waitFor();
}

/** The navigation unfolded: the drawer where there is one. */
const openMenu = (menu: string, entry: string) => async (page: Page) => {
  const drawer = page.getByRole('button', { name: 'Menu', exact: true });
  await ((await drawer.isVisible()) ? drawer : page.getByRole('button', { name: menu, exact: true })).click();
  await page.getByRole('link', { name: entry }).first().waitFor();
};

const SHOWN = { expiresAt: '2030-01-08T09:00:00.000Z', releases: [{ name: 'mf-marketing', version: '1.2.0' }] };

/** The page as a preview shows it. */
async function preview(page: Page): Promise<void> {
  await answered(page.url(), async (route) => {
    const document = await route.fetch();
    await route.fulfill({
      response: document,
      body: (await document.text()).replace('"preview":null', `"preview":${JSON.stringify(SHOWN)}`),
    });
  })(page);
  await page.getByRole('complementary', { name: 'Preview' }).waitFor();
}

/** The announcement that the parameters of the site may carry. */
async function maintenance(page: Page): Promise<void> {
  await answered('**/params.json', async (route) => {
    const params = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...params, maintenance_message: 'The site is in maintenance on Sunday from 6 to 7 in the morning.' } });
  })(page);
  await page.getByText('The site is in maintenance').waitFor();
}

async function cutOffPart(page: Page): Promise<void> {
  await page.route('**/assets/mf-marketing/**', (route) => route.abort());
  await page.reload();
  await page.getByText('This part of the site did not load').waitFor();
}

async function followAndUnfollow(page: Page): Promise<void> {
  await page.getByRole('article', { name: 'The Open Bench' }).getByRole('button', { name: 'Follow' }).click();
  await page.waitForURL('**/card*');
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

async function deleteAccount(page: Page): Promise<void> {
  await press('button', 'Delete my account')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await page.getByText('Your account will be erased on').waitFor();
}

const nameOf = (address: string): string => (address === '/' ? 'home' : address.slice(1).toLowerCase());

const pagesOfVisitors = PAGES.map(({ address }): Scene => ({ name: nameOf(address), at: address, who: 'visitor' }));

const statesOfVisitors: Scene[] = [
  { name: 'not-found', at: '/no-such-page', who: 'visitor' },
  { name: 'playbook-open', at: '/playbook/1', who: 'visitor' },
  { name: 'playbook-locked', at: '/playbook/5', who: 'visitor' },
  { name: 'playbook-unknown', at: '/playbook/999', who: 'visitor' },
  ...['Players', 'Producers', 'Sponsors'].map((tab): Scene => ({
    name: `playbooks-${tab.toLowerCase()}`,
    at: '/playbooks',
    who: 'visitor',
    act: press('tab', tab),
  })),
  { name: 'intro-errors', at: '/intro/produce', who: 'visitor', act: press('button', 'Send') },
  { name: 'signup-programme', at: '/signup/elevate-2', who: 'visitor' },
  { name: 'signup-errors', at: '/signup', who: 'visitor', act: press('button', 'Sign up') },
  { name: 'signin-refused', at: '/signin?error=access_denied&error_description=The+request+was+refused', who: 'visitor' },
  { name: 'signup-refused', at: '/signup', who: 'visitor', act: sendUnknownCode },
  { name: 'draft-empty', at: '/draft', who: 'visitor', act: answered('**/api/draft/*', (route) => route.fulfill({ json: [] })) },
  { name: 'draft-failed', at: '/draft', who: 'visitor', act: failed('**/api/draft/**') },
  { name: 'draft-loading', at: '/draft', who: 'visitor', act: loading('**/api/draft/**') },
  { name: 'playbook-failed', at: '/playbook/1', who: 'visitor', act: failed('**/api/draft/**') },
  { name: 'playbook-loading', at: '/playbook/1', who: 'visitor', act: loading('**/api/draft/**') },
  { name: 'menu', at: '/practice', who: 'visitor', windowOnly: true, act: openMenu('Elevate', 'O.M.L.E.T.') },
  { name: 'intro-sent', at: '/intro/produce', who: 'visitor', windowOnly: true, act: sendIntro },
  { name: 'maintenance', at: '/contact', who: 'visitor', windowOnly: true, act: maintenance },
  { name: 'preview', at: '/contact', who: 'visitor', windowOnly: true, act: preview },
  { name: 'part-unavailable', at: '/blueprints', who: 'visitor', act: cutOffPart },
];

const statesOfPlayers: Scene[] = [
  { name: 'player-card', at: '/card', who: 'player' },
  { name: 'player-inbox', at: '/inbox', who: 'player' },
  { name: 'player-draft', at: '/draft', who: 'player' },
  { name: 'player-playbook', at: '/playbook/1', who: 'player' },
  { name: 'player-playbook-evaluating', at: '/playbook/3', who: 'player' },
  { name: 'player-card-failed', at: '/card', who: 'player', act: failed('**/api/**') },
  { name: 'player-card-loading', at: '/card', who: 'player', act: loading('**/api/**') },
  { name: 'newcomer-card', at: '/card', who: 'newcomer' },
  { name: 'newcomer-draft', at: '/draft', who: 'newcomer' },
  { name: 'dialog-demo-edit', at: '/card', who: 'player', windowOnly: true, act: press('button', 'Edit Tenant isolation') },
  { name: 'dialog-demo', at: '/card?demo=3', who: 'player', windowOnly: true },
  { name: 'dialog-demo-errors', at: '/card?demo=3', who: 'player', windowOnly: true, act: press('button', 'Save changes') },
  { name: 'dialog-photo', at: '/card', who: 'player', windowOnly: true, act: choosePhoto },
  { name: 'dialog-deletion', at: '/card', who: 'player', windowOnly: true, act: press('button', 'Delete my account') },
  { name: 'player-menu', at: '/inbox', who: 'player', windowOnly: true, act: openMenu('My account', 'Sign out') },
  { name: 'newcomer-undo', at: '/draft', who: 'newcomer', act: followAndUnfollow },
  { name: 'newcomer-deletion', at: '/card', who: 'newcomer', act: deleteAccount },
  { name: 'toast-saved', at: '/card', who: 'player', windowOnly: true, act: press('button', 'Save') },
];

export const RELEASES: Scene[] = [...CONSOLE_SCENES, ...CONSOLE_DIALOGS];
export const DESK: Scene[] = [...DESK_SCENES, ...DESK_DIALOGS];

export const SCENES: Scene[] = [...pagesOfVisitors, ...statesOfVisitors, ...statesOfPlayers, ...RELEASES, ...DESK];
