/** What a form for a code by mail is answered where its address has been mailed too many. */
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import {
  authorizeRequest,
  createTestBrowser,
  createTestIdentity,
  type TestBrowser,
  type TestIdentity,
  type TestPage,
} from '../identity-testing';

jest.setTimeout(300_000);

const ON_ITS_WAY = 'a code is on its way';
const TOO_OFTEN = 'There were too many attempts.';
/** As many as are mailed before the next has to wait. */
const MAILS = 5;

let identity: TestIdentity;
let browser: TestBrowser;
let counter = 0;

const open = async () => browser.open((await browser.open(authorizeRequest(identity.config).url)).url.replace('/password', '/forgot'));
const mailsTo = async (email: string) => (await identity.mails()).filter(({ to }) => to === email);
const codeTo = async (email: string) => /^ {4}(\d{6})$/m.exec((await mailsTo(email)).at(-1)!.text)![1]!;
/** Without what differs from sign-in to sign-in. */
const shown = ({ text }: TestPage, email: string) => text.replaceAll(email, 'E').replace(/[\w-]{21}\/|value="[\w-]{43}"/g, '');

/** @returns the page after the last of so many forms. */
async function askTimes(email: string, times: number): Promise<TestPage> {
  const form = await open();
  let page = form;
  for (let asked = 0; asked < times; asked += 1) page = await browser.submit(form, { email });
  return page;
}

async function addAccount(): Promise<string> {
  const email = `member${(counter += 1)}@example.com`;
  await identity.addAccount({ email, password: 'analytical engine' });
  return email;
}

beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());
beforeEach(() => {
  browser = createTestBrowser(identity.app);
});

it('promises no code to whoever asks too often, whether or not an account uses the address', async () => {
  const [known, unknown] = [await addAccount(), 'nobody.at.all@example.com'];
  const pages = [];
  for (const email of [known, unknown]) {
    expect((await askTimes(email, MAILS)).text).toContain(ON_ITS_WAY);
    const refused = await askTimes(email, 1);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(TOO_OFTEN)]);
    expect(refused.text).not.toContain(ON_ITS_WAY);
    pages.push(shown(refused, email));
  }
  expect(pages[0]).toBe(pages[1]);
  expect((await mailsTo(known)).length).toBe(MAILS);
  expect(await mailsTo(unknown)).toEqual([]);
});

it('takes the code of the last mail all the same: who asks for many keeps nobody from choosing a new password', async () => {
  const email = await addAccount();
  await askTimes(email, MAILS);
  browser = createTestBrowser(identity.app);
  const refused = await askTimes(email, 1);
  const chosen = { code: await codeTo(email), newPassword: 'difference engine', repeatPassword: 'difference engine' };
  expect((await browser.submit(refused, chosen)).url).toContain('http://localhost:8080/signin?code=');
});
