/** Every hosted page in each of its states, at three widths: readable by everybody, usable by keyboard, and never wider than the screen. */
import { expect, type Page } from '@playwright/test';
import { axeViolations } from '../axe';
import { resize } from '../resize';
import { expectRoomForText } from '../room-for-text';
import { HOSTED_STATES, type HostedState, nameOf, show } from './hosted-states';
import { PASSWORD, PLAYER, test } from './provider-fixture';

/** With `EVERY_SCENE` axe looks at each state at all widths, without it at one, which the state after it does not have. */
const isWhole = Boolean(process.env.EVERY_SCENE);

const WIDTHS = [360, 768, 1280];

for (const [index, state] of HOSTED_STATES.entries()) {
  test(nameOf(state), async ({ harness, site, page }) => {
    const problems = watch(page);
    await show(harness, site, state);
    await expectUsable(page, state, problems);
    await expectAccessible(page, isWhole ? WIDTHS : [WIDTHS[index % WIDTHS.length]!]);
    await expectRoomForText(page);
  });
}

async function expectUsable(page: Page, { title, complains }: HostedState, problems: () => string[]): Promise<void> {
  await expect(page).toHaveTitle(`${title} | Cloud Practice`);
  if (complains) await expect(page.getByRole('alert')).toBeFocused();
  // Axe itself runs as a script, so problems are looked at before it could be one.
  expect(problems()).toEqual([]);
  for (const width of WIDTHS) {
    await resize(page, { width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

async function expectAccessible(page: Page, widths: number[]): Promise<void> {
  for (const width of widths) {
    await resize(page, { width, height: 800 });
    expect(await axeViolations(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])).toEqual([]);
  }
}

test('what is shown of a page stays in its place while the rest of the document arrives', async ({ harness, page }) => {
  await harness.start();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const top = async () => (await page.locator('.brand').boundingBox())?.y;
  const whole = await top();
  await page.evaluate(() => document.querySelectorAll('form, .foot').forEach((late) => late.remove()));
  expect(await top()).toBe(whole);
});

/** What the browser complains about while the page loads: a refused style, a form that may not be sent. */
function watch(page: Page): () => string[] {
  const problems: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && /Content Security Policy|Refused/.test(message.text()) && problems.push(message.text()),
  );
  page.on('pageerror', (error) => problems.push(error.message));
  return () => problems;
}

test('signs in by keyboard alone, without script', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const query = new URLSearchParams({
    client_id: 'site-web',
    redirect_uri: `${site.origin}/signin`,
    response_type: 'code',
    scope: 'openid',
    state: 'a-state',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  await page.goto(`${site.origin}/_idp/oauth2/authorize?${query.toString()}`);
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(PLAYER);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The e-mail address or the password is not right.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(PLAYER);
  await page.getByLabel('Password').focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.origin}/signin?code=*`);
  await context.close();
});
