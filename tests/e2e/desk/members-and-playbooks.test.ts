/** The desk in a browser, with real accounts: what staff write is what the member sees, and the desk is nothing for the member. */
import { expect, listenTo, test } from '../fixtures';
import { newMember, sampleAccount } from '../member/people';
import { signIn } from '../member/quick-sign-in';
import { NOT_FOUND, openMember, openView } from './office';

test('a member gets a rank and a playbook from the desk, sees both, and finds no desk', async ({ page, browser, baseURL }) => {
  const ada = await newMember(page, baseURL, 'Ada Deskwright');
  const office = await browser.newContext({ baseURL });
  listenTo(office);
  const staff = await office.newPage();
  await signIn(staff, await sampleAccount('staff'));
  await staff.goto('/card');
  await staff.getByRole('button', { name: 'My account', exact: true }).click();
  await staff.getByRole('link', { name: 'Desk', exact: true }).click();
  await openMember(staff, ada);
  await expect(staff.getByRole('heading', { level: 2, name: 'Ada Deskwright' })).toBeVisible();
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
  await openView(staff, 'Events');
  await expect(staff.getByRole('cell', { name: /^playbook\.remove/ }).first()).toBeVisible();
  await office.close();
});
