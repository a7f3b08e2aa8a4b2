/** Axe, and the edges of the window and of dialogs, in the states of the views of the console that are pictured as well. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../fixtures';
import { resize } from '../resize';
import type { Scene } from '../scenes/scene';
import { enter, show } from '../scenes/stage';

const WIDTHS = [360, 768, 1280];
/** What every list shows by the same component before its answer, without one, and where there is nothing. */
const SHARED_STATE = /-(?:loading|failed|empty)$/;
/** With `EVERY_SCENE` each of them at all widths. Without it one width each, a dialog at the narrowest, and no state that all lists share. */
const isWhole = Boolean(process.env.EVERY_SCENE);

function widthsOf({ windowOnly }: Scene, place: number): number[] {
  if (isWhole) return WIDTHS;
  return [windowOnly ? WIDTHS[0]! : WIDTHS[place % WIDTHS.length]!];
}

/** A test for each of them. They follow each other: whoever looks signs in once. */
export function lookAt(all: readonly Scene[]): void {
  const scenes = isWhole ? all : all.filter(({ name }) => !SHARED_STATE.test(name));
  test.skip(process.env.SITE_DATA_DIR === undefined, 'the tests visit a site elsewhere');
  // None waits for another, and one that fails keeps none from being tried.
  test.describe.configure({ mode: 'default' });
  const contexts = new Map<Scene['who'], BrowserContext>();
  test.afterAll(async () => {
    for (const context of contexts.values()) await context.close();
    contexts.clear();
  });
  for (const [place, scene] of scenes.entries()) {
    test(scene.name, async ({ browser, baseURL }) => {
      const viewport = { width: WIDTHS[0]!, height: 800 };
      if (!contexts.has(scene.who)) contexts.set(scene.who, await enter(browser, scene.who, { baseURL, viewport }));
      const page = await contexts.get(scene.who)!.newPage();
      await page.setViewportSize(viewport);
      await show(page, scene);
      for (const width of widthsOf(scene, place)) await expectSound(page, width);
      await page.close();
    });
  }
}

async function expectSound(page: Page, width: number): Promise<void> {
  await resize(page, { width, height: 800 });
  await expectNoAxeViolations(page);
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beside, `pixels by which the page is wider than a window of ${width}`).toBe(0);
  expect(await page.evaluate(cutOff), `words of buttons that a dialog cuts off in a window of ${width}`).toEqual([]);
}

/** Runs in the page. */
function cutOff(): string[] {
  const panel = document.querySelector('[role=dialog]');
  if (!panel) return [];
  const { left, right } = panel.getBoundingClientRect();
  const isOutside = (button: Element) => button.getBoundingClientRect().left < left || button.getBoundingClientRect().right > right;
  return [...panel.querySelectorAll('button')].filter(isOutside).map(({ textContent }) => textContent);
}
