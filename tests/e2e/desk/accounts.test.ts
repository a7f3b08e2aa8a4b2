/** Accounts at the desk: what staff do to one, its owner meets at once on the site, and nobody else may do it. */
import type { Page } from '@playwright/test';
import { totpCode } from '@site/identity/crypto/totp';
import {
  chooseHostedPassword,
  fillHostedSignIn,
  mailTo,
  newMember,
  newMemberAtCard,
  PASSWORD,
  sampleAccount,
  signUp,
  stranger,
  temporaryPassword,
} from '../member/people';
import { type Account, signIn } from '../member/quick-sign-in';
import { untilSignedOut } from '../member/member';
import { confirm, expect, NOT_FOUND, open, openMember, openView, test } from './office';

// Somebody who was put out is refused, and the browser writes it down.
test.use({ expectedMessages: /status of 4(0[0134]|22)/ });

const PROTECTED = 'This section is protected';

/** As far as the hosted page's answer to a password. */
async function sendPassword(page: Page, account: Account): Promise<void> {
  await open(page, '/signin');
  await page.getByRole('button', { name: 'Sign in with your account' }).click();
  await fillHostedSignIn(page, account);
}

const myAccount = (page: Page) => page.getByRole('button', { name: 'My account', exact: true });

test('a disabled member is out with the next press and cannot sign in; enabled again, they can', async ({ page, baseURL, staff }) => {
  const ada = await newMemberAtCard(page, baseURL, 'Ada Disabled');
  await openMember(staff, ada);
  await page.getByRole('checkbox', { name: 'Practice interviews' }).check();

  await confirm(staff, `Disable ${ada.email}`, ada.email);
  await expect(staff.getByRole('region', { name: 'Account' }).getByText('disabled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(PROTECTED)).toBeVisible();
  await sendPassword(page, ada);
  await expect(page.getByText('The e-mail address or the password is not right.')).toBeVisible();

  await confirm(staff, `Enable ${ada.email}`);
  await sendPassword(page, ada);
  await expect(page).toHaveURL('/card');
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(ada.name);
});

test('a second factor that was lost is reset: its owner is signed out, told by mail, and signs in with the password', async ({
  page,
  baseURL,
  staff,
}) => {
  const ada = await newMember(page, baseURL, 'Ada Phoneless');
  await page.goto('/_idp/account/second-factor');
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code').fill(totpCode(secret, Date.now()));
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible();

  await openMember(staff, ada);
  await confirm(staff, `Reset the second factor of ${ada.email}`, ada.email);
  expect(await mailTo(ada, 'no longer work here')).toContain('you were signed out everywhere');
  await open(page, '/card');
  await expect(page.getByText(PROTECTED)).toBeVisible();
  await sendPassword(page, ada);
  await expect(page).toHaveURL('/card');
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(ada.name);
});

test('a sign-up waits at the desk until its owner was here; invited again, only the newer password of the mails opens', async ({
  page,
  baseURL,
  staff,
}) => {
  const ada = stranger('Ada Waiting');
  await signUp(baseURL, ada);
  const first = await temporaryPassword(ada);
  await openView(staff, 'Sign-ups');
  const row = staff.getByRole('row').filter({ hasText: ada.email });
  await expect(row).toContainText('the first sign-in');
  await confirm(staff, `Invite again: ${ada.email}`);
  await expect.poll(() => temporaryPassword(ada)).not.toBe(first);

  await sendPassword(page, { email: ada.email, password: first });
  await expect(page.getByText('The e-mail address or the password is not right.')).toBeVisible();
  await sendPassword(page, { email: ada.email, password: await temporaryPassword(ada) });
  await chooseHostedPassword(page, PASSWORD);
  await expect(page).toHaveURL('/card');
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(ada.name);
  await openView(staff, 'Events');
  await openView(staff, 'Sign-ups');
  await expect(staff.getByText(/^Loading /)).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test('a member who is put into a group has the desk from the next sign-in on, and without the group has none', async ({
  page,
  baseURL,
  staff,
}) => {
  const ada = await newMember(page, baseURL, 'Ada Colleague');
  await open(page, '/console/desk');
  await expect(page.getByRole('heading', { level: 1, name: NOT_FOUND })).toBeVisible();

  await openMember(staff, ada);
  await confirm(staff, `Put into staff: ${ada.email}`, ada.email);
  await myAccount(page).click();
  await untilSignedOut(page, () => page.getByRole('link', { name: 'Sign out', exact: true }).click());
  await sendPassword(page, ada);
  await expect(page).toHaveURL('/card');
  await myAccount(page).click();
  await page.getByRole('link', { name: 'Desk', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();

  await confirm(staff, `Take out of staff: ${ada.email}`);
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(page.getByText('You do not see the projects')).toBeVisible();
});

test('staff change neither their own account nor that of somebody in a group that they are not in', async ({ page, staff }) => {
  const manager = await sampleAccount('release manager');
  await signIn(page, manager);
  await open(page, '/card');
  const profile = page.getByRole('region', { name: 'Profile' });
  await expect(profile).toContainText(manager.email);

  await openMember(staff, manager);
  const account = staff.getByRole('region', { name: 'Account' });
  await expect(account).toContainText('Only somebody who is in release-manager as well can change this account.');
  await expect(account.getByRole('button')).toHaveCount(0);
  const refusal = await staff.evaluate(async (id) => {
    const token = Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1];
    const answer = await fetch(`/api/desk/accounts/${id}/disable`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, ...((await answer.json()) as object) };
  }, new URL(staff.url()).pathname.split('/').at(-1)!);
  expect(refusal).toMatchObject({ status: 403, code: 'account-beyond-groups' });
  await page.reload();
  await expect(profile).toContainText(manager.email);

  await openMember(staff, await sampleAccount('staff'));
  await expect(staff.getByText('This is your own account. Somebody else of the desk can change it.')).toBeVisible();
  await expect(account.getByRole('button')).toHaveCount(0);
});

test('no call of the desk answers a member', async ({ page, baseURL }) => {
  await newMember(page, baseURL, 'Ada Curious');
  const answers = await page.evaluate(async () => {
    const token = Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1];
    const { paths } = (await (await fetch('/api/openapi.json')).json()) as { paths: Record<string, Record<string, unknown>> };
    const calls = Object.entries(paths)
      .filter(([path]) => path.startsWith('/desk/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/, '1')] as const));
    return Promise.all(
      calls.map(async ([method, path]) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const { status } = await fetch(`/api${path}`, { method, headers, ...(method !== 'GET' && { body: '{}' }) });
        return `${method} ${path}: ${status}`;
      }),
    );
  });
  expect(answers.length).toBeGreaterThan(30);
  expect(answers.filter((answer) => !answer.endsWith(': 403'))).toEqual([]);
});
