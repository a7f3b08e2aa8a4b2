/** People with accounts, their mail, and the staff's desk, on the site that the tests run against. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, request } from '@playwright/test';
import { solveChallenge } from '@site/api-client/proof-of-work';
import { desk } from '@site/api/desk-cli';
import type { BotChallenge } from '@site/contracts/api/bot-check';
import { expectHydrated } from '../fixtures';
import { mouse, type Hands } from '../hands';
import { type Account, signIn, signInForToken } from './quick-sign-in';

/** What a visitor types into the sign-up form. */
export interface Person {
  name: string;
  email: string;
}

export const PASSWORD = 'seven bridges of the analyst 4';
export const CODE = 'SELF-4E';

const dataFolder = (): string => {
  const folder = process.env.SITE_DATA_DIR;
  if (!folder) throw new Error('SITE_DATA_DIR is not set: these tests read the accounts and the mail of the site that they run against.');
  return folder;
};

/** One of the accounts that a first start creates in development. */
export async function sampleAccount(role: 'player' | 'staff' | 'release manager', folder = dataFolder()): Promise<Account> {
  const accounts = JSON.parse(await readFile(path.join(folder, 'sample-accounts.json'), 'utf8')) as (Account & { role: string })[];
  return accounts.find((account) => account.role === role)!;
}

/** Somebody whom the site does not know yet. */
export function stranger(name: string): Person {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${Date.now()}.${Math.random().toString(36).slice(2, 8)}@example.com`;
  return { name, email };
}

/** The text of the newest mail to somebody, once there is one that contains `words`. */
export async function mailTo({ email }: { email: string }, words: string | RegExp): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const folder = path.join(dataFolder(), 'mail');
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'));
    const mails = await Promise.all(
      files.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as { to: string; text: string; date: string }),
    );
    found = mails.filter(({ to, text }) => to === email && text.search(words) >= 0).sort((a, b) => b.date.localeCompare(a.date))[0]?.text;
    expect(found, `a mail to ${email}`).toBeDefined();
  }).toPass();
  return found!;
}

/** The password that an invitation carries. */
export async function temporaryPassword(person: { email: string }): Promise<string> {
  return /^ {4}(\S+)$/m.exec(await mailTo(person, /temporary password/i))![1]!;
}

/** Signs a stranger up as the form does, without a browser. */
export async function signUp(baseURL: string, { name, email }: Person, code = CODE): Promise<void> {
  const challenge = (await (await fetch(`${baseURL}/api/bot-check/challenge?action=signup`)).json()) as BotChallenge;
  const answer = await fetch(`${baseURL}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      full_name: name,
      email,
      phone: '+12125550177',
      location: 'Albany, NY',
      code,
      has_accepted_privacy: true,
      has_accepted_terms: true,
      recaptchaToken: await solveChallenge(challenge),
    }),
  });
  expect(answer.status).toBe(200);
}

export async function fillHostedSignIn(page: Page, { email, password }: Account, { write, press }: Hands = mouse): Promise<void> {
  await page.waitForURL('**/_idp/**');
  await write(page.getByLabel('E-mail'), email);
  await write(page.getByLabel('Password'), password);
  await press(page.getByRole('button', { name: 'Sign in', exact: true }));
}

export async function chooseHostedPassword(page: Page, password: string, { write, press }: Hands = mouse): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await write(page.getByLabel('New password', { exact: true }), password);
  await write(page.getByLabel('New password, again'), password);
  await press(page.getByRole('button', { name: 'Save and sign in' }));
}

/** Signs in through the pages, from the sign-in page at `from`. Where signing in is not what is tested, {@link signIn} is quicker. */
export async function signInOnPages(page: Page, account: Account, from = '/signin'): Promise<void> {
  await page.goto(from);
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Sign in with your account' }).click();
  await fillHostedSignIn(page, account);
  await page.waitForURL((url) => !url.pathname.startsWith('/_idp'));
}

/** Who was let in, with the password of the invitation. */
async function invited(baseURL: string, name: string, code: string): Promise<Account & Person> {
  const person = stranger(name);
  await signUp(baseURL, person, code);
  return { ...person, password: await temporaryPassword(person) };
}

/** Does what makes a member of an account: it is used for the first time, as the card does. */
export async function beThere(baseURL: string, token: string): Promise<void> {
  const answer = await fetch(`${baseURL}/api/user/profile`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
}

/** A member of their own, who is signed in in no browser. */
export async function newAccount(baseURL: string, name: string, code = CODE): Promise<Account & Person> {
  const person = await invited(baseURL, name, code);
  const client = await request.newContext({ baseURL });
  await beThere(baseURL, await signInForToken(client, person, PASSWORD));
  await client.dispose();
  return { ...person, password: PASSWORD };
}

/** A member of their own, signed in in the browser of `page`, which shows no page of the site yet. */
export async function newMember(page: Page, baseURL: string, name: string, code = CODE): Promise<Account & Person> {
  const person = await invited(baseURL, name, code);
  await beThere(baseURL, await signIn(page, person, PASSWORD));
  return { ...person, password: PASSWORD };
}

/** The same, at the card. */
export async function newMemberAtCard(page: Page, baseURL: string, name: string, code = CODE): Promise<Account & Person> {
  const person = await newMember(page, baseURL, name, code);
  await page.goto('/card');
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(name);
  return person;
}

export type Desk = (...words: string[]) => Promise<unknown>;

/** The programme desk, as a member of staff uses it in a terminal. */
export async function openDesk(baseURL: string): Promise<Desk> {
  const client = await request.newContext({ baseURL });
  const token = await signInForToken(client, await sampleAccount('staff'));
  await client.dispose();
  return async (...words) => {
    let printed = '';
    const code = await desk([...words, '--json', '--api', `${baseURL}/api`], {
      env: { DESK_TOKEN: token },
      fetch,
      print: (text) => (printed += text),
      fail: (text) => (printed += text),
    });
    expect(code, printed).toBe(0);
    return JSON.parse(printed) as unknown;
  };
}
