/** A whole life: from the first look at the lists to the end of the account, with the real backend and the real mail. */
import type { Page } from '@playwright/test';
import { keyboard, mouse, type Hands } from '../hands';
import { expect, expectAccessible, open, test, toast, untilSignedOut } from './member';
import { CODE, chooseHostedPassword, fillHostedSignIn, mailTo, openDesk, PASSWORD, stranger, temporaryPassword } from './people';

const PLAYBOOK = 'The Open Bench';
const LOCKED_PLAYBOOK = 'Quiet Migration';

interface DeskMember {
  id: string;
  email: string;
  version: number;
}

const article = (page: Page, name: string) => page.getByRole('article', { name });

for (const [how, hands] of [
  ['', mouse],
  [', with the keyboard only', keyboard],
] as const) {
  test(`a visitor becomes a player, gains a rank and a subscription, and leaves${how}`, async ({ page, baseURL }) => {
    await live({ page, baseURL }, hands);
  });
}

interface World {
  page: Page;
  baseURL: string;
}

async function live({ page, baseURL }: World, hands: Hands): Promise<void> {
  const { press, write, check } = hands;
  const ada = stranger('Ada Traveller');

  await test.step('reads what is on offer', async () => {
    await open(page, '/draft');
    await expect(article(page, PLAYBOOK)).toContainText('Size: 4-9');
    await expect(article(page, LOCKED_PLAYBOOK)).toContainText('Further content requires an active subscription');
  });

  await test.step('asks a question', async () => {
    await open(page, '/intro/elevate');
    await expect(page.getByLabel('Interest')).toHaveValue('elevate');
    await write(page.getByLabel('Full name'), ada.name);
    await write(page.getByLabel('Email'), ada.email);
    await write(page.getByLabel('Phone'), '+12125550177');
    await write(page.getByLabel('Question'), 'How long does an evaluation take?');
    await press(page.getByRole('button', { name: 'Send' }));
    await expect(toast(page, 'Thank you, your message was received. Expect a reply within 2-3 business days')).toBeVisible();
    await expect(page.getByLabel('Question')).toHaveValue('');
  });

  await test.step('signs up', async () => {
    await open(page, '/signup/elevate-1');
    await write(page.getByLabel('Full name'), ada.name);
    await write(page.getByLabel('Email'), ada.email);
    await write(page.getByLabel('Phone'), '+12125550177');
    await write(page.getByLabel('City and state'), 'Albany, NY');
    await write(page.getByLabel('Peer group access code'), CODE);
    await check(page.getByRole('checkbox', { name: /privacy policy/ }));
    await check(page.getByRole('checkbox', { name: /terms/ }));
    await press(page.getByRole('button', { name: 'Sign up' }));
    await expect(toast(page, 'Thank you for signing up. Check your email for the next step')).toBeVisible();
    await expect(page.getByLabel('Full name')).toHaveValue('');
    await expect(page.getByRole('checkbox', { name: /terms/ })).not.toBeChecked();
  });

  await test.step('wants to follow a playbook, and signs in on the way with the password of the mail', async () => {
    await open(page, '/draft');
    await press(article(page, PLAYBOOK).getByRole('button', { name: 'Follow' }));
    await expect(page).toHaveURL('/signin/draft');
    await press(page.getByRole('button', { name: 'Sign in with your account' }));
    await fillHostedSignIn(page, { email: ada.email, password: await temporaryPassword(ada) }, hands);
    await chooseHostedPassword(page, PASSWORD, hands);
    await expect(page).toHaveURL('/card');
    await expect(article(page, PLAYBOOK)).toContainText('Objective: join');
  });

  await test.step('begins with an evaluation', async () => {
    const profile = page.getByRole('region', { name: 'Profile' });
    await expect(profile).toContainText(ada.name);
    await expect(profile).toContainText('Albany, NY');
    await expect(profile).toContainText('Evaluation is in progress');
    await expect(profile.locator('[data-filled=true]')).toHaveCount(0);
    await expect(
      page.getByText('select relevant goals, add at least one demo, and pick at least one playbook to allow for ranking'),
    ).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('saves goals, among them the programme of the link that led here', async () => {
    await expect(page.getByRole('checkbox', { name: /^Player:/ })).toBeChecked();
    await check(page.getByRole('checkbox', { name: 'Get feedback and scores from peers' }));
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(toast(page, 'Profile saved.')).toBeVisible();
    await expect(page.getByText('Goals: done')).toBeVisible();
  });

  await test.step('adds a demo', async () => {
    await press(page.getByRole('link', { name: 'Add more demos' }));
    await press(article(page, 'Usage metering').getByRole('button', { name: 'Demo like this' }));
    const dialog = page.getByRole('dialog', { name: 'Usage metering' });
    await write(dialog.getByLabel('URL'), 'https://demo.example/metering');
    await write(dialog.getByLabel('Description'), 'Ten thousand events, none lost');
    await press(dialog.getByRole('button', { name: 'Save changes' }));
    await expect(dialog).toBeHidden();
    await expect(article(page, 'Usage metering').getByRole('link', { name: /Ten thousand events/ })).toHaveAttribute(
      'href',
      'https://demo.example/metering',
    );
  });

  await test.step('is ranked and endorsed, and gets a subscription', async () => {
    const desk = await openDesk(baseURL);
    const members = (await desk('members', `search=${ada.email}`)) as DeskMember[];
    const member = members.find(({ email }) => email === ada.email)!;
    const until = `subscription_until=${new Date(Date.now() + 86_400_000).toISOString()}`;
    await desk('members', 'save', member.id, 'tessera_rank=3', until, '--if-version', String(member.version));
    await open(page, '/card');
    const profile = page.getByRole('region', { name: 'Profile' });
    await expect(profile).toContainText('3 of 4 tesserae');
    await expect(profile.locator('[data-filled=true]')).toHaveCount(3);
    await expect(profile.locator('[data-filled=false]')).toHaveCount(1);
  });

  await test.step('reads a playbook that was locked, to its end', async () => {
    await open(page, '/draft');
    const [details] = await Promise.all([
      page.waitForEvent('popup'),
      press(article(page, LOCKED_PLAYBOOK).getByRole('link', { name: /Learn more/ })),
    ]);
    await expect(details.getByRole('heading', { level: 1, name: LOCKED_PLAYBOOK })).toBeVisible();
    await expect(details.getByText(/lookout who reads the graphs/)).toBeVisible();
    await expect(details.getByText(/subscription|protected/)).toBeHidden();
    await details.close();
  });

  await test.step('takes a copy of everything', async () => {
    await open(page, '/card');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page.getByRole('button', { name: 'Download my data' }))]);
    const copy = JSON.parse((await (await download.createReadStream()).toArray()).join('')) as unknown;
    expect(JSON.stringify(copy)).toContain('Ten thousand events, none lost');
    expect(JSON.stringify(copy)).toContain(ada.email);
  });

  await test.step('has the account erased', async () => {
    await press(page.getByRole('button', { name: 'Delete my account' }));
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    await write(dialog.getByLabel('Password'), PASSWORD);
    await press(dialog.getByRole('button', { name: 'Delete my account' }));
    await expect(page.getByText(/^Your account will be erased on /)).toBeVisible();
    expect(await mailTo(ada, /erased/)).toMatch(/erased/);
  });

  await test.step('signs out', async () => {
    await press(page.getByRole('button', { name: 'My account', exact: true }));
    await untilSignedOut(page, () => press(page.getByRole('link', { name: 'Sign out' })));
    await expect(page.getByRole('heading', { name: 'Successful signed out.' })).toBeVisible();
    await expect(page.getByText('Thank you.')).toBeVisible();
    await open(page, '/card');
    await expect(page.getByText('This section is protected')).toBeVisible();
  });
}
