/**
 * Pictures of every screen in every state at three widths, to be looked at: `screenshots/<width>/<scene>.png`. Starts a site of its own, or
 * takes the one at `BASE_URL` with its `SITE_DATA_DIR`; the hosted pages are those of a provider by itself. Arguments are parts of the names of the
 * scenes to picture; without any, all.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { HOSTED_STATES, type HostedState, nameOf, show as showHosted } from '../e2e/identity/hosted-states';
import { createHarness, type ProviderSite, startProvider } from '../e2e/identity/provider';
import type { Scene } from '../e2e/scenes/scene';
import { SCENES } from '../e2e/scenes/scenes';
import { enter, show } from '../e2e/scenes/stage';
import startSite from '../e2e/start-site';

const FOLDER = path.resolve(import.meta.dirname, '../../screenshots');
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((part) => name.includes(part));
/** `hosted-sign-in-with-errors` */
const pictureOf = (state: HostedState): string => `hosted-${nameOf(state).toLowerCase().replace(/[^a-z]+/g, '-').replace(/-$/, '')}`;

const scenes = SCENES.filter(({ name }) => isWanted(name));
const hosted = HOSTED_STATES.filter((state) => isWanted(pictureOf(state)));
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
});
try {
  if (scenes.length > 0) await pictureSite();
  if (hosted.length > 0) await pictureProvider();
} finally {
  await browser.close();
}

async function pictureSite(): Promise<void> {
  const stop = await startSite();
  try {
    for (const size of SIZES) {
      for (const who of ['visitor', 'player', 'newcomer', 'manager', 'staff'] as const) {
        const cast = scenes.filter((scene) => scene.who === who);
        if (cast.length === 0) continue;
        const context = await enter(browser, who, { baseURL: process.env.BASE_URL!, viewport: size });
        for (const scene of cast) await pictureScene(context, scene, size.width);
        await context.close();
      }
      console.log(`${size.width} px: ${scenes.length} pictures of the site`);
    }
  } finally {
    await stop?.();
  }
}

async function pictureScene(context: BrowserContext, scene: Scene, width: number): Promise<void> {
  const page = await context.newPage();
  await reach(`${scene.name} at ${width} px`, () => show(page, scene));
  await save(page, scene.name, width, scene.windowOnly);
  await page.close();
}

/** A state that is not reached keeps no other from being pictured: its picture shows how far it came. */
async function reach(what: string, way: () => Promise<unknown>): Promise<void> {
  try {
    await way();
  } catch (error) {
    console.error(`${what} is not reached:`, error);
    process.exitCode = 1;
  }
}

/** In the session of a provider each state has windows of its own. */
async function pictureProvider(): Promise<void> {
  const { site, stop } = await startProvider();
  try {
    for (const size of SIZES) {
      for (const state of hosted) await pictureHosted(site, state, size);
      console.log(`${size.width} px: ${hosted.length} pictures of hosted pages`);
    }
  } finally {
    await stop();
  }
}

async function pictureHosted(site: ProviderSite, state: HostedState, viewport: { width: number; height: number }): Promise<void> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${site.origin}/`);
  await reach(`${pictureOf(state)} at ${viewport.width} px`, () => showHosted(createHarness(page, site), site, state));
  await save(page, pictureOf(state), viewport.width);
  await context.close();
}

async function save(page: Page, name: string, width: number, windowOnly = false): Promise<void> {
  if (!windowOnly) {
    // Pictures further down load when they come near the window.
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    });
    // The focus may have moved the window; in a picture of the whole page the header belongs to its top.
    await page.evaluate(() => window.scrollTo(0, 0));
  }
  const folder = path.join(FOLDER, String(width));
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: !windowOnly });
}
