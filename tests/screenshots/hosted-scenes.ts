/** The pages of the identity provider, which has its own: they are reached through the site's sign-in. */
import type { Page } from 'playwright-core';
import { fillHostedSignIn, signUp, stranger, temporaryPassword } from '../e2e/member/people';
import type { Scene } from './scene';

const goTo = (button: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL('**/_idp/**');
};

const signIn = goTo('Sign in with your account');

async function refusedSignIn(page: Page): Promise<void> {
  await signIn(page);
  await fillHostedSignIn(page, { email: 'nobody@example.com', password: 'not the password' });
  await page.getByRole('alert').waitFor();
}

async function forgotPassword(page: Page): Promise<void> {
  await signIn(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Mail me a code' }).waitFor();
}

async function enterCode(page: Page): Promise<void> {
  await forgotPassword(page);
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Mail me a code' }).click();
  await page.getByLabel('Code').waitFor();
}

async function choosePassword(page: Page): Promise<void> {
  const person = stranger('Petra Password');
  await signUp(new URL(page.url()).origin, person);
  const password = await temporaryPassword(person);
  await signIn(page);
  await fillHostedSignIn(page, { email: person.email, password });
  await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
}

const visitor = (name: string, act: Scene['act']): Scene => ({ name: `hosted-${name}`, at: '/signin', who: 'visitor', ...(act && { act }) });

export const HOSTED_SCENES: Scene[] = [
  visitor('signin', signIn),
  visitor('signin-refused', refusedSignIn),
  visitor('forgot', forgotPassword),
  visitor('code', enterCode),
  visitor('new-password', choosePassword),
  visitor('google', goTo('Sign in with Google')),
  { name: 'hosted-settings', at: '/_idp/account', who: 'player' },
  { name: 'hosted-change-password', at: '/_idp/account/password', who: 'player' },
  { name: 'hosted-sessions', at: '/_idp/account/sessions', who: 'player' },
  { name: 'hosted-activity', at: '/_idp/account/activity', who: 'player' },
  { name: 'hosted-details', at: '/_idp/account/details', who: 'player' },
  { name: 'hosted-change-email', at: '/_idp/account/email', who: 'player' },
  { name: 'hosted-second-factor', at: '/_idp/account/second-factor', who: 'player' },
  { name: 'hosted-add-passkey', at: '/_idp/account/passkeys/add', who: 'player' },
];
