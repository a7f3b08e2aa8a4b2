/** What staff write of the programme at the desk is what members and visitors find on the site. */
import type { Page } from '@playwright/test';
import { toast } from '../member/member';
import { mailTo, newMember, newMemberAtCard, PASSWORD, stranger } from '../member/people';
import { confirm, expect, listenTo, open, openMember, openView, test, write } from './office';

const LOCKED_PLAYBOOK = 'Quiet Migration';
const LOCKED = 'Further content requires an active subscription';

const article = (page: Page, name: string) => page.getByRole('article', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** Tells the things of one run from those of another on the same site. */
const unique = (name: string): string => `${name} ${Date.now().toString(36)}`;

test('goals of the card are at the desk; a subscription opens what was locked, and without it is locked again', async ({
  page,
  baseURL,
  staff,
}) => {
  const ada = await newMemberAtCard(page, baseURL, 'Ada Subscriber');
  await page.getByRole('checkbox', { name: 'Practice interviews' }).check();
  await save(page);
  await expect(toast(page, 'Profile saved.')).toBeVisible();
  await open(page, '/draft');
  await expect(article(page, LOCKED_PLAYBOOK)).toContainText(LOCKED);

  await openMember(staff, ada);
  await expect(staff.getByRole('region', { name: 'Goals' })).toContainText('Practice interviews');
  const seen = staff
    .getByRole('table', { name: 'Playbooks as this member sees them' })
    .getByRole('row')
    .filter({ hasText: LOCKED_PLAYBOOK });
  await expect(seen).toContainText('It needs an active subscription');
  const change = () => staff.getByRole('button', { name: 'Change tesserae, subscription or group' }).click();
  await change();
  const nextYear = `${new Date().getFullYear() + 1}-06-30`;
  await staff.getByLabel('Last day of the subscription').fill(nextYear);
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(seen).not.toContainText('It needs an active subscription');
  await page.reload();
  await expect(article(page, LOCKED_PLAYBOOK)).toContainText('Size:');
  await expect(article(page, LOCKED_PLAYBOOK)).not.toContainText(LOCKED);

  await change();
  await staff.getByLabel('Last day of the subscription').fill('');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(seen).toContainText('It needs an active subscription');
  await page.reload();
  await expect(article(page, LOCKED_PLAYBOOK)).toContainText(LOCKED);
});

test('a demo that is endorsed shows so on the card of its maker', async ({ page, baseURL, staff }) => {
  const ada = await newMember(page, baseURL, 'Ada Maker');
  await open(page, '/card?demo=3');
  const dialog = page.getByRole('dialog', { name: 'Release without a pause' });
  await dialog.getByLabel('URL').fill('https://demo.example/endorsed');
  await dialog.getByLabel('Description').fill('A migration under load');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(article(page, 'Release without a pause')).toBeVisible();

  await openMember(staff, ada);
  await staff.getByRole('button', { name: 'Endorse Release without a pause, https://demo.example/endorsed' }).click();
  await staff
    .getByRole('dialog')
    .getByRole('textbox', { name: /Endorsements/ })
    .fill('Clear\nBrave');
  await write(staff, {}, 'Save the endorsements');
  await page.reload();
  await expect(article(page, 'Release without a pause').getByRole('list', { name: 'Endorsements' }).getByRole('listitem')).toHaveText([
    'Clear',
    'Brave',
  ]);
});

test('a kind of demo is offered to visitors until it is withdrawn', async ({ page, staff }) => {
  const name = unique('Kind');
  await openView(staff, 'Demos');
  await staff.getByRole('button', { name: 'Add a kind of demo' }).click();
  await write(staff, { Name: name, Description: 'Shown to whoever asks.' }, 'Add the kind');
  await open(page, '/draft');
  await expect(article(page, 'Tenant isolation')).toBeVisible();
  await expect(article(page, name)).toHaveCount(0);

  await staff.getByRole('button', { name: `Offer ${name} to visitors` }).click();
  await write(staff, { 'More of it': 'Bring your own.', Vertical: 'Data', Status: 'Open' }, 'Offer it');
  await page.reload();
  for (const text of ['Shown to whoever asks.', 'Bring your own.', 'Data', 'Open']) await expect(article(page, name)).toContainText(text);

  await confirm(staff, `Withdraw ${name}`);
  await page.reload();
  await expect(article(page, 'Tenant isolation')).toBeVisible();
  await expect(article(page, name)).toHaveCount(0);
  await confirm(staff, `Remove ${name}`);
  await expect(staff.getByRole('row').filter({ hasText: name })).toHaveCount(0);
});

test('a project is in the list that members are answered until it is removed', async ({ page, baseURL, staff }) => {
  await newMember(page, baseURL, 'Ada Projector');
  const projects = () =>
    page.evaluate(async () => {
      const token = Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1];
      return (await fetch('/api/project/', { headers: { authorization: `Bearer ${token}` } })).json() as Promise<{ name: string }[]>;
    });
  const name = unique('Project');
  await openView(staff, 'Projects');
  await staff.getByRole('button', { name: 'Add a project' }).click();
  await write(staff, { Name: name, Description: 'Built in the open.', Address: 'https://project.example' }, 'Add the project');
  expect(await projects()).toContainEqual(
    expect.objectContaining({ name, description: 'Built in the open.', url: 'https://project.example' }),
  );
  await confirm(staff, `Remove ${name}`);
  expect((await projects()).map((project) => project.name)).not.toContain(name);
});

test.describe('a peer group', () => {
  test.use({ expectedMessages: /status of 4\d\d/ });

  test('is joined with its code, gets mail as it was shown at the desk, and takes nobody when it is closed', async ({
    page,
    baseURL,
    staff,
  }) => {
    const code = `D${Date.now().toString(36).slice(-7)}`.toUpperCase();
    await openView(staff, 'Peer groups');
    await staff.getByRole('button', { name: 'Add a peer group' }).click();
    await write(staff, { Name: `Group ${code}`, Code: code }, 'Add the group');
    const ada = await newMemberAtCard(page, baseURL, 'Ada Grouped', code);
    await page.getByRole('switch', { name: 'Send me peer-group e-mails' }).focus();
    await page.keyboard.press('Space');
    await save(page);
    await expect(toast(page, 'Profile saved.')).toBeVisible();

    await openView(staff, 'Mails');
    await staff.getByLabel('Peer group').selectOption(code);
    await staff.getByLabel('Subject').fill(`The first evening of ${code}`);
    await staff.getByLabel('Text').fill('We meet on Monday.\n\nBring a demo.');
    await staff.getByRole('button', { name: 'Show what they get' }).click();
    const preview = staff.getByRole('region', { name: '1 member gets it' });
    const shown = (await preview.innerText()).replace(/\/unsubscribe\/\S+/, '/unsubscribe/…');
    const title = `Send it to 1 member of ${code}`;
    await confirm(staff, title, code);
    await expect(staff.getByText(`The mail to ${code} is on its way to one member.`)).toBeVisible();
    const text = await mailTo(ada, 'We meet on Monday');
    expect(shown).toContain(text.replace(/\/unsubscribe\/\S+/, '/unsubscribe/…'));
    // Nothing of it is left to be sent once more.
    await expect(staff.getByLabel('Text')).toHaveValue('');
    await expect(staff.getByRole('button', { name: title })).toHaveCount(0);

    await openView(staff, 'Peer groups');
    await staff.getByRole('button', { name: `Change Group ${code}` }).click();
    await staff.getByRole('switch', { name: 'People can sign up with the code' }).focus();
    await staff.keyboard.press('Space');
    await write(staff, {}, 'Save the group');
    const visitor = await page.context().browser()!.newContext({ baseURL });
    listenTo(visitor);
    const form = await visitor.newPage();
    await open(form, '/signup');
    const late = stranger('Lata Late');
    const values = { 'Full name': late.name, Email: late.email, Phone: '+12125550155', 'City and state': 'Ithaca, NY' };
    for (const [label, value] of Object.entries({ ...values, 'Peer group access code': code })) await form.getByLabel(label).fill(value);
    for (const name of [/privacy policy/, /terms/]) await form.getByRole('checkbox', { name }).check();
    await form.getByRole('button', { name: 'Sign up', exact: true }).click();
    await expect(form.getByLabel('Peer group access code')).toHaveAccessibleDescription(/This access code is not known/);
    await visitor.close();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Profile' })).toContainText(ada.name);
  });
});

test('a message is taken by one of staff, answered by mail in their words, and closed', async ({ page, staff }) => {
  const ada = stranger('Ada Asking');
  await open(page, '/intro/elevate');
  await page.getByLabel('Full name').fill(ada.name);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Phone').fill('+12125550177');
  await page.getByLabel('Question').fill('How long does it take?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(toast(page, 'Thank you, your message was received.')).toBeVisible();

  await openView(staff, 'Messages');
  const card = staff.getByRole('listitem').filter({ hasText: ada.email });
  const act = (label: string) => card.getByRole('button', { name: new RegExp(`^${label}: message \\d+ of ${ada.name}$`) }).click();
  await expect(card.getByRole('status')).toHaveText('New');
  await act('Take it');
  await expect(card.getByRole('status')).toHaveText(/In progress.*yours/);
  await act('Answer');
  await write(staff, { Answer: 'Two weeks, as a rule.' }, 'Send the answer');
  await expect(card.getByRole('list', { name: 'Answers' })).toContainText('Two weeks, as a rule.');
  const mail = await mailTo(ada, 'Two weeks, as a rule.');
  expect(mail).toContain('> How long does it take?');
  await act('Close');
  await expect(card.getByRole('status')).toHaveText(/Closed/);
});

test('who wants to be erased is listed at the desk until they change their mind', async ({ page, baseURL, staff }) => {
  const ada = await newMemberAtCard(page, baseURL, 'Ada Leaving');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText(/^Your account will be erased on /)).toBeVisible();
  await openView(staff, 'Erasures');
  const row = staff.getByRole('row').filter({ hasText: ada.email });
  await expect(row).toContainText('in 14 days');
  await row.getByRole('link').click();
  await expect(staff.getByText('Wants to be erased')).toBeVisible();

  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText(/^Your account will be erased on /)).toBeHidden();
  await openView(staff, 'Erasures');
  await expect(staff.getByText(/^Loading /)).toHaveCount(0);
  await expect(row).toHaveCount(0);
});
