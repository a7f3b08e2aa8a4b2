/** Every screen in every state that somebody may see. */
import type { Page } from 'playwright-core';
import { PAGES } from '../e2e/pages';

export interface Scene {
  /** Name of the picture, without its width. */
  name: string;
  at: string;
  who: 'visitor' | 'player';
  /** What brings the screen into its state. */
  act?: (page: Page) => Promise<void>;
  /** The window only, where the whole page would show a dialog in its middle. */
  windowOnly?: true;
}

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

const nameOf = (address: string): string => (address === '/' ? 'home' : address.slice(1).toLowerCase());

const pagesOfVisitors = PAGES.map(({ address }): Scene => ({ name: nameOf(address), at: address, who: 'visitor' }));

const statesOfVisitors: Scene[] = [
  { name: 'not-found', at: '/no-such-page', who: 'visitor' },
  { name: 'playbook-open', at: '/playbook/1', who: 'visitor' },
  { name: 'playbook-locked', at: '/playbook/5', who: 'visitor' },
  { name: 'playbook-unknown', at: '/playbook/999', who: 'visitor' },
  ...['Players', 'Producers', 'Sponsors'].map(
    (tab): Scene => ({ name: `playbooks-${tab.toLowerCase()}`, at: '/playbooks', who: 'visitor', act: press('tab', tab) }),
  ),
  { name: 'intro-errors', at: '/intro/produce', who: 'visitor', act: press('button', 'Send') },
  { name: 'signup-programme', at: '/signup/elevate-2', who: 'visitor' },
  { name: 'signup-errors', at: '/signup', who: 'visitor', act: press('button', 'Sign up') },
  { name: 'signin-refused', at: '/signin?error=access_denied&error_description=The+request+was+refused', who: 'visitor' },
  {
    name: 'draft-failed',
    at: '/practice',
    who: 'visitor',
    act: async (page) => {
      // The page is there, its lists are not.
      await page.route('**/api/draft/**', (route) => route.abort());
      await page.goto('/draft');
      await page.getByRole('button', { name: 'Retry' }).first().waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'draft-loading',
    at: '/practice',
    who: 'visitor',
    act: async (page) => {
      await page.route('**/api/draft/**', () => undefined);
      await page.goto('/draft');
      await page.getByRole('heading', { level: 1, name: 'Draft' }).waitFor();
    },
  },
];

const statesOfPlayers: Scene[] = [
  { name: 'player-card', at: '/card', who: 'player' },
  { name: 'player-inbox', at: '/inbox', who: 'player' },
  { name: 'player-draft', at: '/draft', who: 'player' },
  { name: 'player-playbook', at: '/playbook/1', who: 'player' },
  { name: 'player-playbook-evaluating', at: '/playbook/3', who: 'player' },
  { name: 'dialog-demo', at: '/card?demo=3', who: 'player', windowOnly: true },
  { name: 'dialog-demo-errors', at: '/card?demo=3', who: 'player', windowOnly: true, act: press('button', 'Save changes') },
  { name: 'dialog-photo', at: '/card', who: 'player', windowOnly: true, act: choosePhoto },
  { name: 'dialog-deletion', at: '/card', who: 'player', windowOnly: true, act: press('button', 'Delete my account') },
  { name: 'toast-saved', at: '/card', who: 'player', windowOnly: true, act: press('button', 'Save') },
];

export const SCENES: Scene[] = [...pagesOfVisitors, ...statesOfVisitors, ...statesOfPlayers];
