/** A member of staff at the desk, in a window beside the member's. */
import type { Page } from '@playwright/test';
import { expect, listenTo, test as base } from '../fixtures';
import { beThere, sampleAccount, type Person } from '../member/people';
import { signIn } from '../member/quick-sign-in';

export { expect, expectNoAxeViolations, listenTo, open } from '../fixtures';

/** What stands at addresses without a page, and at the desk for whoever is not staff. */
export const NOT_FOUND = 'Page is not available';

interface Fixtures {
  /** Signed in as staff, at no page yet. Its console is listened to as that of the member's page. */
  staff: Page;
}

export const test = base.extend<Fixtures>({
  staff: async ({ browser, baseURL }, use) => {
    const office = await browser.newContext({ baseURL });
    listenTo(office);
    const page = await office.newPage();
    await beThere(baseURL, await signIn(page, await sampleAccount('staff')));
    await use(page);
    await office.close();
  },
});

/** Opens a view of the desk by its name among the views. */
export async function openView(staff: Page, view: string): Promise<void> {
  if (!new URL(staff.url()).pathname.startsWith('/console/desk')) await staff.goto('/console/desk');
  await staff.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: view, exact: true }).click();
  await expect(staff.getByRole('heading', { level: 1, name: view })).toBeVisible();
}

/** Looks for somebody among the members, and opens the page that the desk has of them. */
export async function openMember(staff: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  await openView(staff, 'Members');
  await staff.getByRole('textbox', { name: /Name or email/ }).fill(email);
  await staff.getByRole('button', { name: 'Filter' }).click();
  // The list before it has a link to them as well, in another place.
  await expect(staff.getByRole('status').filter({ hasText: /^1 entry$/ })).toHaveCount(1);
  await staff.getByRole('row').filter({ hasText: email }).getByRole('link').click();
  await expect(staff.getByRole('heading', { level: 2, name: 'Account' })).toBeVisible();
}

/** Presses a button that asks first, types what it wants to have typed, and presses again. Ends when the act is done. */
export async function confirm(staff: Page, title: string, typed?: string): Promise<void> {
  await staff.getByRole('button', { name: title, exact: true }).click();
  const dialog = staff.getByRole('dialog', { name: title });
  if (typed !== undefined) await dialog.getByLabel(`Write ${typed} to go on`).fill(typed);
  await dialog.getByRole('button', { name: title, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Fills a dialog in and sends it. Ends when it is closed, because it was done. */
export async function write(staff: Page, fields: Record<string, string>, doIt: string): Promise<void> {
  const dialog = staff.getByRole('dialog');
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole('button', { name: doIt, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
