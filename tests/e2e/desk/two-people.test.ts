/** Two members of staff who change the same thing: the second is told what became of it, keeps what they typed, and saves on top of it when they want. */
import type { Browser, Page } from '@playwright/test';
import { toast } from '../member/member';
import { newAccount, newMember, stranger } from '../member/people';
import { signIn } from '../member/quick-sign-in';
import { confirm, expect, expectNoAxeViolations, listenTo, open, openMember, openView, test, write } from './office';

// The second one is refused, and the browser writes it down.
test.use({ expectedMessages: /status of 412/ });

const TOLD = 'Somebody else has changed it';

/** A second member of staff, who was put into the group by the first and has signed in since. */
async function colleagueOf(staff: Page, page: Page, { browser, baseURL }: { browser: Browser; baseURL: string }): Promise<Page> {
  const hopper = await newMember(page, baseURL, 'Hopper Colleague');
  await openMember(staff, hopper);
  await confirm(staff, `Put into staff: ${hopper.email}`, hopper.email);
  const office = await browser.newContext({ baseURL });
  listenTo(office);
  const colleague = await office.newPage();
  await signIn(colleague, hopper);
  return colleague;
}

test('a playbook: both texts are seen before one takes the place of the other, and what only one has changed stays', async ({
  page,
  browser,
  baseURL,
  staff,
}) => {
  const colleague = await colleagueOf(staff, page, { browser, baseURL });
  const name = `Shared ${Date.now().toString(36)}`;
  await openView(staff, 'Playbooks');
  await staff.getByRole('button', { name: 'Write a playbook' }).click();
  const texts = { Name: name, 'Member level': 'Player', 'What it is': 'First', 'More of it': 'First', 'For members': 'First' };
  await write(staff, texts, 'Publish the playbook');
  await openView(colleague, 'Playbooks');
  for (const person of [staff, colleague]) await person.getByRole('button', { name: `Change ${name}` }).click();
  await write(staff, { 'What it is': 'By staff', 'More of it': 'By staff, too' }, 'Save the playbook');

  const dialog = colleague.getByRole('dialog');
  await dialog.getByLabel('What it is', { exact: true }).fill('By the colleague');
  await dialog.getByLabel('For members', { exact: true }).fill('By the colleague, too');
  await dialog.getByRole('button', { name: 'Save the playbook' }).click();
  await expect(dialog.getByText(/Nothing was overwritten/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Show what it is now' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: TOLD })).toContainText('What it is: By staff');
  await expect(dialog.getByText('Below stands what they wrote: More of it.')).toBeVisible();
  await expect(dialog.getByLabel('What it is', { exact: true })).toHaveValue('By the colleague');
  await expect(dialog.getByLabel('More of it', { exact: true })).toHaveValue('By staff, too');
  await expectNoAxeViolations(colleague);
  // Until then nothing of the colleague's is written.
  await staff.getByRole('button', { name: `Change ${name}` }).click();
  await expect(staff.getByRole('dialog').getByLabel('For members', { exact: true })).toHaveValue('First');
  // A message stands in its corner over no button of the dialog.
  await staff.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await write(colleague, {}, 'Save the playbook');
  await open(page, '/draft');
  const seen = page.getByRole('article', { name });
  await expect(seen).toContainText('By the colleague');
  await expect(seen).toContainText('By staff, too');
  await openView(staff, 'Events');
  await openView(staff, 'Playbooks');
  await confirm(staff, `Remove ${name}`);
  await colleague.context().close();
});

test("a message and a member's tesserae: the second is told whose it is, and what was answered or set already", async ({
  page,
  browser,
  baseURL,
  staff,
}) => {
  const colleague = await colleagueOf(staff, page, { browser, baseURL });
  const ada = stranger('Ada Twice');
  await open(page, '/intro/elevate');
  await page.getByLabel('Full name').fill(ada.name);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Phone').fill('+12125550177');
  await page.getByLabel('Question').fill('Which of you?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(toast(page, 'Thank you, your message was received.')).toBeVisible();
  for (const person of [staff, colleague]) await openView(person, 'Messages');
  const card = (of: Page) => of.getByRole('listitem').filter({ hasText: ada.email });
  await card(colleague)
    .getByRole('button', { name: /^Take it/ })
    .click();
  await expect(card(colleague).getByText('yours')).toBeVisible();

  await card(staff)
    .getByRole('button', { name: /^Take it/ })
    .click();
  await expect(card(staff).getByText(/Nothing was overwritten/)).toBeVisible();
  await expect(card(staff).getByText('with Hopper Colleague')).toBeVisible();

  for (const person of [staff, colleague])
    await card(person)
      .getByRole('button', { name: /^Answer/ })
      .click();
  await write(colleague, { Answer: 'Here I am' }, 'Send the answer');
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Answer', { exact: true }).fill('So am I');
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await expect(dialog.getByText(/Nothing was overwritten/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Show what it is now' }).click();
  await expect(dialog.getByRole('list', { name: 'Answers' })).toContainText('Here I am');
  await expect(dialog.getByLabel('Answer', { exact: true })).toHaveValue('So am I');
  await write(staff, {}, 'Send the answer');
  await expect(card(staff).getByRole('list', { name: 'Answers' }).getByRole('listitem')).toHaveCount(2);

  const member = await newAccount(baseURL, 'Ada Ranked');
  for (const person of [staff, colleague]) await openMember(person, member);
  for (const person of [staff, colleague]) await person.getByRole('button', { name: 'Change tesserae, subscription or group' }).click();
  await staff.getByRole('combobox', { name: 'Tesserae' }).selectOption('2');
  await write(staff, {}, 'Save');
  await colleague.getByRole('combobox', { name: 'Tesserae' }).selectOption('4');
  const change = colleague.getByRole('dialog');
  await change.getByRole('button', { name: 'Save', exact: true }).click();
  await change.getByRole('button', { name: 'Show what it is now' }).click();
  await expect(change.getByRole('status').filter({ hasText: TOLD })).toContainText('Tesserae: 2');
  await change.getByRole('button', { name: 'Take theirs: Tesserae' }).click();
  await expect(change.getByRole('combobox', { name: 'Tesserae' })).toHaveValue('2');
  await write(colleague, {}, 'Save');
  await colleague.context().close();
});
