/** People who are signed in, and screens in their states before them. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { newMember, sampleAccount } from '../member/people';
import { signIn } from '../member/quick-sign-in';
import { answering } from './acts';
import type { Scene } from './scene';

/** @returns Windows in which somebody is signed in already. */
export async function enter(
  browser: Browser,
  who: Scene['who'],
  options: BrowserContextOptions & { baseURL: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  if (who === 'visitor') return context;
  const page = await context.newPage();
  if (who === 'newcomer') await newMember(page, options.baseURL, 'Nora Newcomer');
  else await signIn(page, await sampleAccount(who === 'manager' ? 'release manager' : who));
  if (who === 'manager') await takeName(page);
  await page.close();
  return context;
}

/** The console asks for a name at the first visit. */
async function takeName(page: Page): Promise<void> {
  await page.goto('/console');
  await page.getByText(/^You are/).waitFor();
  const field = page.getByRole('textbox', { name: 'Your name here' });
  if (!(await field.isVisible())) return;
  await field.fill('grace');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await page.getByText('You are grace').waitFor();
}

/** Brings a screen into its state. */
export async function show(page: Page, { at, who, answers = [], act }: Scene): Promise<void> {
  await answering(...answers)(page);
  await page.goto(at);
  const isConsole = who === 'manager' || who === 'staff';
  // The console keeps a stream open.
  if (isConsole) await page.getByRole('heading', { level: 1 }).waitFor();
  else await page.waitForLoadState('networkidle');
  const isAwaited = answers.some(([, answer]) => answer === null);
  if (isAwaited)
    await page
      .getByText(/^Loading /)
      .first()
      .waitFor();
  else await settled(page);
  await act?.(page);
  await page.evaluate(() => document.fonts.ready);
}

/** What was asked for is there, and the console knows whether changes reach it. What an act makes of the page is its own to wait for. */
export async function settled(page: Page): Promise<void> {
  for (const passing of [/^Loading /, /^Connecting$/]) await page.getByText(passing).first().waitFor({ state: 'detached' });
}
