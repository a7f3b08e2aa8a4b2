/** The desk by keys alone: the focus is always seen and never lost, Escape leaves what was opened, and what changes is said. */
import type { Locator, Page } from '@playwright/test';
import { keyboard, tabTo } from '../hands';
import { newAccount } from '../member/people';
import { expect, open, test } from './office';

const { press, write } = keyboard;
const VIEWS = ['Members', 'Sign-ups', 'Messages', 'Playbooks', 'Demos', 'Projects', 'Peer groups', 'Mails', 'Erasures', 'Events'];
/** More than any view of a site with sample data has. */
const MOST_STOPS = 300;

/** What has the focus, if it is hard to find: outside the window, covered, without a mark, or without a name. Runs in the page. */
function troubleOfFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'the focus is lost';
  const words = focused.outerHTML.slice(0, 120);
  const { left, top, width, height } = focused.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const above = document.elementFromPoint(x, y);
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `out of the window: ${words}`;
  // A message may stand above it for its seconds.
  const isCovered = !above || !(focused.contains(above) || above.contains(focused) || above.closest('[data-toasts]'));
  if (isCovered) return `covered: ${words}`;
  const marked = [focused, ...(focused.closest('label')?.querySelectorAll('*') ?? [])].some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  return marked ? null : `without a mark: ${words}`;
}

const expectFocusSeen = async (page: Page) => expect(await page.evaluate(troubleOfFocus)).toBeNull();

/** By the Tab key from the start of the document to its end. */
async function walk(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const isPast = await page.evaluate(
      () => document.activeElement === document.body || Boolean(document.activeElement?.closest('footer')),
    );
    if (isPast) return;
    await expectFocusSeen(page);
  }
  throw new Error('The Tab key finds no end');
}

/** Opens a dialog, leaves it with Escape, and is where it was. */
async function inAndOut(page: Page, opener: Locator): Promise<void> {
  await press(opener);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(/\S/);
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Tab');
  await expectFocusSeen(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test('each view is walked through from its first stop to its last', async ({ staff }) => {
  await open(staff, '/console/desk');
  for (const view of VIEWS) {
    const link = staff.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: view, exact: true });
    await press(link);
    const heading = staff.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(view);
    // It may have said so before the link was pressed.
    await expect(heading).toBeFocused();
    await expect(staff.getByText(/^Loading /)).toHaveCount(0);
    await walk(staff);
  }
});

test('a member is found, changed and disabled, and a thing added and removed', async ({ baseURL, staff }) => {
  const ada = await newAccount(baseURL, 'Ada Keys');
  await open(staff, '/console/desk');
  await write(staff.getByRole('textbox', { name: /Name or email/ }), ada.email);
  await staff.keyboard.press('Enter');
  await expect(staff.getByRole('status').filter({ hasText: /^1 entry$/ })).toHaveCount(1);
  await expect(staff.getByRole('textbox', { name: /Name or email/ })).toBeFocused();
  await press(staff.getByRole('link', { name: ada.name }));
  await expect(staff.getByRole('heading', { level: 2, name: ada.name })).toBeVisible();
  await expect(staff.getByRole('heading', { level: 1 })).toBeFocused();

  const change = staff.getByRole('button', { name: 'Change tesserae, subscription or group' });
  await inAndOut(staff, change);
  await press(change);
  await tabTo(staff.getByRole('combobox', { name: 'Tesserae' }));
  await staff.keyboard.type('2');
  await press(staff.getByRole('button', { name: 'Save', exact: true }));
  await expect(staff.getByRole('dialog')).toHaveCount(0);
  await expect(change).toBeFocused();
  await expect(staff.getByRole('region', { name: ada.name })).toContainText('Tesserae2');

  const disable = staff.getByRole('button', { name: `Disable ${ada.email}` });
  await inAndOut(staff, disable);
  await press(disable);
  await write(staff.getByLabel(`Write ${ada.email} to go on`), ada.email);
  await staff.keyboard.press('Enter');
  await expect(staff.getByRole('button', { name: `Enable ${ada.email}` })).toBeFocused();
  await expectFocusSeen(staff);

  await press(staff.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Projects', exact: true }));
  const add = staff.getByRole('button', { name: 'Add a project' });
  await inAndOut(staff, add);
  await press(add);
  const name = `Keys ${Date.now().toString(36)}`;
  const dialog = staff.getByRole('dialog');
  await write(dialog.getByLabel('Name'), name);
  await write(dialog.getByLabel('Description'), 'Made without a mouse.');
  await write(dialog.getByLabel('Address'), 'https://project.example');
  await staff.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
  const remove = staff.getByRole('button', { name: `Remove ${name}` });
  await press(remove);
  await press(dialog.getByRole('button', { name: `Remove ${name}` }));
  await expect(remove).toHaveCount(0);
  await expect(staff.getByRole('group', { name: 'The projects' })).toBeFocused();
});

test('a mail that is shown is said to be there, and the focus stays at the button', async ({ staff }) => {
  await open(staff, '/console/desk/mails');
  await tabTo(staff.getByLabel('Peer group'));
  await staff.keyboard.type('Self');
  await write(staff.getByLabel('Subject'), 'By keys');
  await write(staff.getByLabel('Text'), 'Written without a mouse.');
  await press(staff.getByRole('button', { name: 'Show what they get' }));
  await expect(staff.getByRole('status').filter({ hasText: /members? gets? it\. What they read/ })).toHaveCount(1);
  await expect(staff.getByRole('button', { name: 'Show what they get' })).toBeFocused();
});
