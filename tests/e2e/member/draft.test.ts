/** The two lists of the draft page: what visitors and players see of them, and what following and 'Demo like this' lead to. */
import type { Page } from '@playwright/test';
import { scriptsAskedFor } from '../asked-scripts';
import { cutNetworkOfTouchedPage, expect, expectAccessible, expectAfterAttempts, open, test, toast } from './member';
import { fillHostedSignIn, newAccount, newMember, newMemberAtCard, openDesk, sampleAccount } from './people';
import { signIn } from './quick-sign-in';

const WITHDRAWN_SOON = [
  'description_1=A playbook that does not stay.',
  'description_2=It is offered for a moment.',
  'description_3=Nobody gets to read this.',
  'min_size=2',
  'max_size=3',
  'memberLevel=Player',
  'needs_subscription=false',
  'needs_rank=false',
  'is_listed=true',
];

interface Offer {
  name: string;
  is_meta_demo: boolean;
  sponsored: boolean;
  vertical: string;
  status: string;
  description: string;
  description_2: string;
}

interface OfferedPlaybook {
  id: number;
  name: string;
  is_locked: boolean;
}

/** Runs in the page. */
function haveArrived(scripts: string[]): boolean {
  const arrived = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return scripts.every((address) => arrived.includes(address));
}

/** Opens the page. @returns what it was answered: while it is looked at, the desk may change the list for those who ask later. */
async function listOf<Entry>(page: Page, list: string): Promise<Entry[]> {
  const answered = page.waitForResponse(`**/api/draft/${list}`);
  await open(page, '/draft');
  return (await (await answered).json()) as Entry[];
}

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

test.describe('a visitor', () => {
  test('sees every public demo that is not about the programme itself, with its texts and badges', async ({ page }) => {
    const offers = await listOf<Offer>(page, 'demos');
    const shown = offers.filter(({ is_meta_demo }) => !is_meta_demo);
    expect(shown.length).toBeLessThan(offers.length);
    const articles = page.locator('#demos').getByRole('article');
    await expect(articles).toHaveCount(shown.length);
    for (const { name, description, description_2, vertical, status, sponsored } of shown) {
      for (const text of [name, description, description_2, vertical, status]) await expect(card(page, name)).toContainText(text);
      await expect(card(page, name).getByText('Sponsored', { exact: true })).toHaveCount(Number(sponsored));
    }
  });

  test('sees what an open playbook is about, and its details in a new tab', async ({ page }) => {
    await open(page, '/draft');
    const bench = card(page, 'The Open Bench');
    for (const text of ['Player', 'Size: 4-9', 'A standing table where engineers', 'Culture: curiosity first'])
      await expect(bench).toContainText(text);
    await expect(card(page, 'Interview Relay').getByText('Size: 3', { exact: true })).toBeVisible();
    await expect(bench.getByRole('button')).toHaveText(['Produce', 'Follow']);
    const [details] = await Promise.all([page.waitForEvent('popup'), bench.getByRole('link', { name: /Learn more/ }).click()]);
    await expect(details).toHaveURL('/playbook/1');
    await expect(details.getByText('This page is partially protected')).toBeVisible();
    await expect(details.getByText('Culture: curiosity first', { exact: false })).toBeVisible();
    await expectAccessible(details);
  });

  test('reads on a locked playbook only that it needs a subscription', async ({ page }) => {
    const offers = await listOf<OfferedPlaybook>(page, 'playbooks');
    const locked = offers.filter(({ is_locked }) => is_locked);
    expect(locked.length).toBeGreaterThan(0);
    for (const { name } of locked) {
      await expect(card(page, name)).toContainText('Further content requires an active subscription');
      await expect(card(page, name).getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
      await expect(card(page, name).getByRole('link', { name: 'sign in' })).toHaveAttribute('href', '/signin/draft');
      await expect(card(page, name).getByRole('button')).toHaveCount(0);
    }
    await expectAccessible(page);
  });

  test("signs in on the way to 'Demo like this', with the keyboard alone, and finds the dialog open", async ({ page }) => {
    await open(page, '/draft');
    await card(page, 'Tenant isolation').getByRole('button', { name: 'Demo like this' }).press('Enter');
    await expect(page).toHaveURL('/signin');
    await page.getByRole('button', { name: 'Sign in with your account' }).press('Enter');
    const { email, password } = await sampleAccount('player');
    await page.waitForURL('**/_idp/**');
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tenant isolation' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/card');
  });
});

test.describe('lists that do not come', () => {
  test.use({ expectedMessages: /ERR_INTERNET_DISCONNECTED/ });

  test('are announced, and come with Retry once the network is back', async ({ page, context, request }) => {
    // With all of them the page can be shown without a network.
    const scripts = scriptsAskedFor(await (await request.get('/draft')).text());
    expect(scripts.join()).toContain('/assets/mf-elevate/');
    await open(page, '/practice');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Elevate' }).click();
    const draft = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Draft' });
    await draft.hover();
    await page.waitForFunction(haveArrived, scripts);
    await cutNetworkOfTouchedPage(page);
    await expectAfterAttempts(page, () => draft.click(), toast(page, 'Error occurred: Failed fetching playbooks descriptions'));
    await expect(toast(page, 'Error occurred: Failed fetching demo descriptions')).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await page.locator('#playbooks').getByRole('button', { name: 'Retry' }).click();
    await expect(card(page, 'The Open Bench')).toBeVisible();
  });
});

test.describe('a new player', () => {
  test('waits for an evaluation, is asked for goals, and produces a playbook', async ({ page, baseURL }) => {
    await newMember(page, baseURL, 'Grace Newcomer');
    await open(page, '/draft');
    const waiting = card(page, 'Tenant Zero');
    await expect(waiting).toContainText('Evaluation is in progress');
    await expect(waiting).toContainText('More relevant playbooks come as profile evaluation progresses.');
    await expect(waiting.getByRole('button')).toHaveCount(0);
    await expectAccessible(page);

    await waiting.getByRole('link', { name: 'goals section of your profile' }).click();
    await expect(page).toHaveURL('/card#goals');
    await page.getByRole('checkbox', { name: 'Interview with teams that value you' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast(page, 'Profile saved.')).toBeVisible();

    await page.getByRole('link', { name: 'Add more demos' }).click();
    await expect(card(page, 'Tenant Zero').getByText('No goal is selected')).toBeHidden();
    await card(page, 'Interview Relay').getByRole('button', { name: 'Produce' }).click();
    await expect(page).toHaveURL('/card');
    await expect(card(page, 'Interview Relay')).toContainText('Objective: produce');
  });

  test('who follows a playbook in another role takes that role', async ({ page, baseURL }) => {
    await newMemberAtCard(page, baseURL, 'Mary Twice');
    await open(page, '/draft');
    await card(page, 'The Open Bench').getByRole('button', { name: 'Follow' }).click();
    await expect(card(page, 'The Open Bench')).toContainText('Objective: join');
    await page.goBack();
    await card(page, 'The Open Bench').getByRole('button', { name: 'Produce' }).click();
    await expect(card(page, 'The Open Bench')).toContainText('Objective: produce');
    await expect(card(page, 'The Open Bench')).toHaveCount(1);
  });

  test.describe('before whose eyes a playbook is withdrawn', () => {
    test.use({ expectedMessages: /status of 404/ });

    test('is told by a warning why it cannot be followed', async ({ page, baseURL }) => {
      const desk = await openDesk(baseURL);
      const name = `Short-lived ${Date.now()}`;
      const { id, version } = (await desk('playbooks', 'add', `name=${name}`, ...WITHDRAWN_SOON)) as { id: number; version: number };
      await signIn(page, await sampleAccount('player'));
      await open(page, '/draft');
      await expect(card(page, name)).toBeVisible();
      await desk('playbooks', 'remove', String(id), '--if-version', String(version));
      await card(page, name).getByRole('button', { name: 'Follow' }).click();
      await expect(toast(page, 'Error: There is no such playbook.')).toBeVisible();
      await expect(page).toHaveURL('/draft');
    });
  });
});

test('a sign-in that was called off follows nothing, and the next attempt finishes what it was for', async ({ page, baseURL }) => {
  const account = await newAccount(baseURL!, 'Nora Undecided');
  await open(page, '/draft');
  await card(page, 'The Open Bench').getByRole('button', { name: 'Follow' }).click();
  await page.getByRole('button', { name: 'Sign in with your account' }).click();
  await page.waitForURL('**/_idp/**');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('An error has occurred during the OAuth flow: ');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign in with your account' }).click();
  await fillHostedSignIn(page, account);
  await expect(page).toHaveURL('/card');
  await expect(card(page, 'The Open Bench')).toContainText('Objective: join');
});
