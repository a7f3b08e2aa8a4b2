/** The desk in a browser, with real accounts: what staff write is what the member sees, and the desk is nothing for the member. */
import { expect, expectNoAxeViolations, test } from '../fixtures';
import { resize } from '../resize';
import { newMember, sampleAccount, signIn } from '../member/people';
import { NOT_FOUND, openMember } from './office';

const VIEWS = ['Sign-ups', 'Messages', 'Demos', 'Projects', 'Peer groups', 'Mails', 'Erasures', 'Events'];

test.skip(process.env.SITE_DATA_DIR === undefined, 'the tests visit a site elsewhere');

test('a member gets a rank and a playbook from the desk, sees both, and finds no desk', async ({ page, browser, baseURL }) => {
  const ada = await newMember(page, baseURL, 'Ada Deskwright');
  const office = await browser.newContext({ baseURL });
  const staff = await office.newPage();
  await signIn(staff, await sampleAccount('staff'));
  // Until then the page that arrives takes the focus, and with it the menu.
  await expect(staff.getByRole('region', { name: 'Profile' })).toBeVisible();
  await staff.getByRole('button', { name: 'My account', exact: true }).click();
  await staff.getByRole('link', { name: 'Desk', exact: true }).click();
  await openMember(staff, ada);
  await expect(staff.getByRole('heading', { level: 2, name: 'Ada Deskwright' })).toBeVisible();
  await expectNoAxeViolations(staff);
  await staff.getByRole('button', { name: 'Change tesserae, subscription or group' }).click();
  await staff.getByRole('combobox', { name: 'Tesserae' }).selectOption('3');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(staff.getByRole('dialog')).toHaveCount(0);

  const name = `Desk ${Date.now()}`;
  await staff.getByRole('link', { name: 'Playbooks', exact: true }).click();
  await staff.getByRole('button', { name: 'Write a playbook' }).click();
  await staff.getByRole('textbox', { name: 'Name' }).fill(name);
  await staff.getByRole('textbox', { name: 'Member level' }).fill('Player');
  await staff.getByRole('textbox', { name: 'What it is' }).fill('Written in the console.');
  await staff.getByRole('textbox', { name: 'More of it' }).fill('And published from there.');
  await staff.getByRole('textbox', { name: 'For members' }).fill('For those who came.');
  await expect(staff.getByRole('region', { name: 'What a reader gets' })).toContainText('For those who came.');
  await expectNoAxeViolations(staff);
  await staff.getByRole('button', { name: 'Publish the playbook' }).click();
  await expect(staff.getByRole('row', { name: new RegExp(name) })).toBeVisible();

  await page.goto('/draft');
  await expect(page.getByRole('article', { name })).toContainText('Written in the console.');
  await page.goto('/card');
  await expect(page.getByText('3 of 4 tesserae')).toBeVisible();
  await page.goto('/console/desk');
  await expect(page.getByRole('heading', { level: 1, name: NOT_FOUND })).toBeVisible();

  await staff.getByRole('button', { name: `Remove ${name}` }).click();
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await expect(staff.getByRole('row', { name: new RegExp(name) })).toHaveCount(0);
  for (const view of VIEWS) {
    await staff.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: view, exact: true }).click();
    await expect(staff.getByRole('heading', { level: 1, name: view })).toBeVisible();
    await expect(staff.getByText(/^Loading /)).toHaveCount(0);
    await expectNoAxeViolations(staff);
    await resize(staff, { width: 360, height: 740 });
    expect(await staff.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await resize(staff, { width: 1280, height: 800 });
  }
  await expect(staff.getByRole('cell', { name: /^playbook\.remove/ }).first()).toBeVisible();
  await office.close();
});
