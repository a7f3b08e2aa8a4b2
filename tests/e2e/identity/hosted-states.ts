/** Every hosted page in its states: what axe looks at, and what is pictured. */
import { totpCode } from '@site/identity/crypto/totp';
import { addAuthenticator } from './authenticator';
import { type Harness, PASSWORD, type ProviderSite, RELEASE_MANAGER } from './provider';

type Visit = (harness: Harness, site: ProviderSite) => Promise<unknown>;

export interface HostedState {
  title: string;
  /** Which of several states of the page. */
  state?: string;
  /** Whether it complains of what was entered. */
  complains?: true;
  visit: Visit;
}

const LONG_ADDRESS = 'somebody.with.a.long.address@example.com';

const inTurn =
  (...visits: Visit[]): Visit =>
  async (harness, site) => {
    for (const visit of visits) await visit(harness, site);
  };
const start: Visit = (harness) => harness.start();
const follow =
  (link: string): Visit =>
  ({ page }) =>
    page.getByRole('link', { name: link }).first().click();
const press =
  (button: string): Visit =>
  ({ page }) =>
    page.getByRole('button', { name: button, exact: true }).click();
const fill =
  (texts: Record<string, string>): Visit =>
  async ({ page }) => {
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
  };
const go =
  (path: string): Visit =>
  ({ page }, site) =>
    page.goto(`${site.origin}/_idp/${path}`);

const openAccount: Visit = async ({ page, fillSignIn }, site) => {
  await page.goto(`${site.origin}/_idp/account`);
  await fillSignIn();
  await page.getByRole('heading', { name: 'Sign-in settings' }).waitFor();
};
const accountView = (path: string, ...more: Visit[]): Visit => inTurn(openAccount, go(`account/${path}`), ...more);

async function invited({ start: begin, fillSignIn }: Harness, site: ProviderSite): Promise<string> {
  const email = `invited-${Date.now()}@example.com`;
  await site.invite(email);
  await begin();
  await fillSignIn(email, /^ {4}(\S+)$/m.exec(await site.lastMailTo(email))![1]!);
  return email;
}

/** An account of its own that is signed in. @returns its address. */
async function newAccount(harness: Harness, site: ProviderSite): Promise<string> {
  const email = await invited(harness, site);
  await fill({ 'New password': PASSWORD, 'New password, again': PASSWORD })(harness, site);
  await press('Save and sign in')(harness, site);
  await harness.event('signedIn');
  return email;
}

/** An account of its own, with the authenticator app turned on. */
async function enrolled(harness: Harness, site: ProviderSite): Promise<string> {
  const { page } = harness;
  const email = await newAccount(harness, site);
  await go('account/second-factor')(harness, site);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await fill({ Code: totpCode(secret, Date.now()), 'Current password': PASSWORD })(harness, site);
  await press('Turn it on')(harness, site);
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  return email;
}

const nameKey: Visit = inTurn(
  go('account/passkeys/add'),
  fill({ Name: 'A laptop with a long name, of nobody', 'Current password': PASSWORD }),
  press('Go on'),
);

type NewAccount = (harness: Harness, site: ProviderSite) => Promise<string>;

/** The account gets a passkey. */
const withPasskey =
  (account: NewAccount): NewAccount =>
  async (harness, site) => {
    const device = await addAuthenticator(harness.page);
    const email = await account(harness, site);
    await inTurn(nameKey, press('Create the passkey'))(harness, site);
    await harness.page.getByRole('heading', { name: /Keep these recovery codes|Sign-in settings/ }).waitFor();
    await device.takeAway();
    return email;
  };

/** Signs in again, up to the second factor. */
const again =
  (account: NewAccount): Visit =>
  async (harness, site) => {
    const email = await account(harness, site);
    await harness.page.context().clearCookies();
    await go('account')(harness, site);
    await harness.fillSignIn(email);
  };

const forgot = inTurn(start, follow('Forgot your password?'));
const askForCode = inTurn(forgot, fill({ 'E-mail': LONG_ADDRESS }), press('Mail me a code'));

const enrolling: Visit = async ({ start: begin, fillSignIn, page }) => {
  await begin();
  await fillSignIn(RELEASE_MANAGER);
  await page.getByText('A mail is on its way').waitFor();
};
const mailedCode: Visit = async ({ page }, site) => {
  const [code] = /\d{6}/.exec(await site.lastMailTo(RELEASE_MANAGER))!;
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
};

/** Two sign-ins elsewhere, whose cookies are gone. */
const elsewhere: Visit = async (harness, site) => {
  for (let count = 0; count < 2; count += 1) {
    await openAccount(harness, site);
    await harness.page.context().clearCookies();
  }
};

const NEW_EMAIL = { 'New e-mail': LONG_ADDRESS, 'Current password': PASSWORD };

export const HOSTED_STATES: HostedState[] = [
  { title: 'Sign in', visit: start },
  { title: 'Sign in', state: 'with errors', complains: true, visit: inTurn(start, ({ fillSignIn }) => fillSignIn('', '')) },
  {
    ...{ title: 'Sign in', state: 'refused', complains: true },
    visit: inTurn(start, ({ fillSignIn }) => fillSignIn('nobody@example.com', 'wrong')),
  },
  { title: 'Choose your password', visit: invited },
  { title: 'Choose your password', state: 'with errors', complains: true, visit: inTurn(invited, press('Save and sign in')) },
  { title: 'Forgot your password?', visit: forgot },
  { title: 'Forgot your password?', state: 'with errors', complains: true, visit: inTurn(forgot, press('Mail me a code')) },
  { title: 'Choose a new password', visit: askForCode },
  { title: 'Choose a new password', state: 'with errors', complains: true, visit: inTurn(askForCode, press('Save and sign in')) },
  { title: 'Development account chooser', visit: (harness) => harness.start({ provider: 'Google' }) },
  { title: 'Sign-in did not start', visit: go('oauth2/authorize?client_id=other') },
  { title: 'This page has expired', visit: go('interaction/gone/password') },
  { title: 'Signed out', visit: go('logout') },
  { title: 'Sign out?', visit: inTurn(openAccount, go('oauth2/end-session')) },
  { title: 'Confirm that it is you', state: 'by a mailed code', visit: enrolling },
  {
    ...{ title: 'Confirm that it is you', state: 'by a code that was not mailed', complains: true },
    visit: inTurn(enrolling, fill({ Code: 'no code' }), press('Confirm')),
  },
  { title: 'Protect your account', visit: inTurn(enrolling, mailedCode) },
  {
    ...{ title: 'Protect your account', state: 'with a wrong code', complains: true },
    visit: inTurn(enrolling, mailedCode, fill({ Code: '000000' }), press('Use this app')),
  },
  { title: 'Keep these recovery codes', visit: enrolled },
  { title: 'Confirm that it is you', state: 'by an app', visit: again(enrolled) },
  {
    ...{ title: 'Confirm that it is you', state: 'by an app, refused', complains: true },
    visit: inTurn(again(enrolled), fill({ Code: '000000' }), press('Confirm')),
  },
  { title: 'Confirm that it is you', state: 'by an app or a passkey', visit: again(withPasskey(enrolled)) },
  { title: 'Sign-in settings', visit: openAccount },
  { title: 'Sign-in settings', state: 'with a passkey', visit: inTurn(withPasskey(newAccount), go('account')) },
  { title: 'Change your password', visit: accountView('password') },
  { title: 'Change your password', state: 'with errors', complains: true, visit: accountView('password', press('Change the password')) },
  { title: 'Set up an authenticator app', visit: accountView('second-factor') },
  { title: 'Set up an authenticator app', state: 'with errors', complains: true, visit: accountView('second-factor', press('Turn it on')) },
  { title: 'Turn off the authenticator app', visit: inTurn(enrolled, go('account/second-factor/remove')) },
  {
    ...{ title: 'Turn off the authenticator app', state: 'refused', complains: true },
    visit: inTurn(enrolled, go('account/second-factor/remove'), fill({ 'Current password': 'wrong' }), press('Turn it off')),
  },
  { title: 'Add a passkey', visit: accountView('passkeys/add') },
  { title: 'Add a passkey', state: 'with errors', complains: true, visit: accountView('passkeys/add', press('Go on')) },
  { title: 'Create the passkey', visit: inTurn(openAccount, nameKey) },
  { title: 'Remove the passkey', visit: inTurn(withPasskey(newAccount), go('account'), follow('Remove')) },
  { title: 'Where you are signed in', visit: inTurn(elsewhere, accountView('sessions')) },
  { title: 'Recent activity', visit: accountView('activity') },
  { title: 'Your details', visit: accountView('details') },
  {
    title: 'Your details',
    state: 'with errors',
    complains: true,
    visit: accountView('details', fill({ 'Full name': '', Phone: '1' }), press('Save')),
  },
  { title: 'Change your e-mail', visit: accountView('email') },
  { title: 'Change your e-mail', state: 'with errors', complains: true, visit: accountView('email', press('Mail me a code')) },
  { title: 'Confirm your e-mail', visit: accountView('email', fill(NEW_EMAIL), press('Mail me a code')) },
  {
    ...{ title: 'Confirm your e-mail', state: 'refused', complains: true },
    visit: accountView('email', fill(NEW_EMAIL), press('Mail me a code'), fill({ Code: '000000' }), press('Confirm')),
  },
];

/** In words. */
export const nameOf = ({ title, state }: HostedState): string => (state === undefined ? title : `${title}, ${state}`);

/** Brings a page into its state. */
export async function show(harness: Harness, site: ProviderSite, { title, complains, visit }: HostedState): Promise<void> {
  await visit(harness, site);
  await harness.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  if (complains) await harness.page.getByRole('alert').waitFor();
}
