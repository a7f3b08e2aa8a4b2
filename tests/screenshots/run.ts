/**
 * Pictures of every screen in every state at three widths, to be looked at: `screenshots/<width>/<scene>.png`. Starts a site of its own, or
 * takes the one at `BASE_URL` with its `SITE_DATA_DIR`. Arguments are parts of the names of the scenes to picture; without any, all.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { newMember, sampleAccount, signIn } from '../e2e/member/people';
import startSite from '../e2e/start-site';
import type { Scene } from './scene';
import { SCENES } from './scenes';

const FOLDER = path.resolve(import.meta.dirname, '../../screenshots');
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

const wanted = process.argv.slice(2);
const scenes = SCENES.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));

const stop = await startSite();
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
});
try {
  for (const size of SIZES) {
    await mkdir(path.join(FOLDER, String(size.width)), { recursive: true });
    for (const who of ['visitor', 'player', 'newcomer', 'manager', 'staff'] as const) {
      const cast = scenes.filter((scene) => scene.who === who);
      if (cast.length === 0) continue;
      const context = await enter(browser, who, size);
      for (const scene of cast) await picture(context, scene, size.width);
      await context.close();
    }
    console.log(`${size.width} px: ${scenes.length} pictures`);
  }
} finally {
  await browser.close();
  await stop?.();
}

async function enter(from: Browser, who: Scene['who'], viewport: { width: number; height: number }): Promise<BrowserContext> {
  const context = await from.newContext({ baseURL: process.env.BASE_URL!, viewport, reducedMotion: 'reduce' });
  if (who !== 'visitor') {
    const page = await context.newPage();
    if (who === 'newcomer') await newMember(page, process.env.BASE_URL!, 'Nora Newcomer');
    else await signIn(page, await sampleAccount(who === 'manager' ? 'release manager' : who));
    await page.getByRole('region', { name: 'Profile' }).waitFor();
    if (who === 'manager') await takeName(page);
    await page.close();
  }
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

async function picture(context: BrowserContext, { name, at, who, act, windowOnly }: Scene, width: number): Promise<void> {
  const page = await context.newPage();
  await page.goto(at);
  // The console keeps a stream open.
  if (who === 'manager') await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor();
  else await page.waitForLoadState('networkidle');
  // What an act makes of the page is its own to wait for.
  await page.getByText(/^Loading /).first().waitFor({ state: 'detached' });
  await act?.(page);
  if (!windowOnly) await showLazyPictures();
  await page.evaluate(() => document.fonts.ready);
  // The focus may have moved the window; in a picture of the whole page the header belongs to its top.
  if (!windowOnly) await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: path.join(FOLDER, String(width), `${name}.png`), fullPage: !windowOnly });
  await page.close();

  /** Pictures further down load when they come near the window. */
  async function showLazyPictures(): Promise<void> {
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    });
  }
}
