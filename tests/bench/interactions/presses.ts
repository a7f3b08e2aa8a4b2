/** What people press, and how it is made ready to be pressed again. */
import type { Locator, Page } from 'playwright-core';

export interface Press {
  /** In the table. */
  name: string;
  at: string;
  /** Of a member. Default: of nobody. */
  isMember?: boolean;
  /** Width of the window in pixels. Default: 1280. */
  width?: number;
  what: (page: Page) => Locator;
  /** After each press but the last. */
  undo: (page: Page) => Promise<unknown>;
}

const named = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first();
const inMain = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name, exact: true }).first();
const escape = (page: Page) => page.keyboard.press('Escape');
const reload = (page: Page) => page.reload();

const nothing = () => Promise.resolve();

export const presses: Press[] = [
  // What the machine takes for nothing.
  { name: 'heading', at: '/practice', what: (page) => page.getByRole('heading', { level: 1 }), undo: nothing },
  { name: 'menu', at: '/practice', what: named('Elevate'), undo: escape },
  { name: 'drawer', at: '/practice', width: 360, what: named('Menu'), undo: escape },
  { name: 'tab', at: '/playbooks', what: (page) => page.locator('[role=tab][aria-selected=false]').first(), undo: nothing },
  { name: 'dialog with a form', at: '/card', isMember: true, what: inMain('Edit Tenant isolation'), undo: escape },
  { name: 'dialog with a question', at: '/card', isMember: true, what: inMain('Delete my account'), undo: escape },
  { name: 'form of the introduction, refused', at: '/intro', what: inMain('Send'), undo: reload },
  { name: 'sign-up, refused', at: '/signup', what: inMain('Sign up'), undo: reload },
];
