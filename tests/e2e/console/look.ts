/** Axe, and the edges of the window and of dialogs, in the states of the views of the console that are pictured as well. */
import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, listenTo, test } from '../fixtures';
import { resize } from '../resize';
import { expectRoomForText } from '../room-for-text';
import type { Scene } from '../scenes/scene';
import { enter, show } from '../scenes/stage';

const WIDTHS = [360, 768, 1280];
/** With `EVERY_SCENE` all scenes at all widths. Without it every eighth of each kind, at one width, which the next of its kind does not have. */
const isWhole = Boolean(process.env.EVERY_SCENE);
const ONE_OF = 8;

/** A dialog or a view, and what keeps it from being as it should. */
function kindOf({ name, windowOnly }: Scene): string {
  const [, state = 'as it is'] = /-(loading|failed|empty|errors|refused)$/.exec(name) ?? [];
  return `${windowOnly ? 'dialog' : 'view'}, ${state}`;
}

/** Which of them are looked at, at which widths. It follows from the table alone. */
function choose(scenes: readonly Scene[]): [scene: Scene, widths: number[]][] {
  if (isWhole) return scenes.map((scene) => [scene, WIDTHS]);
  const seen = new Map<string, number>();
  return scenes.flatMap((scene): [Scene, number[]][] => {
    const place = seen.get(kindOf(scene)) ?? 0;
    seen.set(kindOf(scene), place + 1);
    return place % ONE_OF === 0 ? [[scene, [WIDTHS[(place / ONE_OF) % WIDTHS.length]!]]] : [];
  });
}

/** A test for each of them. They follow each other in one window: a page that is loaded into it again costs half of what one in another does. */
export function lookAt(all: readonly Scene[]): void {
  // Scenes have refusals for answers, or none at all.
  test.use({ expectedMessages: /status of (4\d\d|503)|ERR_FAILED/ });
  // None waits for another, and one that fails keeps none from being tried.
  test.describe.configure({ mode: 'default' });
  const pages = new Map<Scene['who'], Page>();
  test.afterAll(async () => {
    for (const page of pages.values()) await page.context().close();
    pages.clear();
  });
  for (const [scene, widths] of choose(all)) {
    test(scene.name, async ({ browser, baseURL }) => {
      const viewport = { width: WIDTHS[0]!, height: 800 };
      if (!pages.has(scene.who)) {
        const context = await enter(browser, scene.who, { baseURL, viewport });
        listenTo(context);
        pages.set(scene.who, await context.newPage());
      }
      const page = pages.get(scene.who)!;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.setViewportSize(viewport);
      await show(page, scene);
      for (const width of widths) await expectSound(page, width);
      await expectRoomForText(page);
    });
  }
}

async function expectSound(page: Page, width: number): Promise<void> {
  await resize(page, { width, height: 800 });
  await expectNoAxeViolations(page);
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beside, `pixels by which the page is wider than a window of ${width}`).toBe(0);
  expect(await page.evaluate(cutOff), `words of buttons that a dialog cuts off in a window of ${width}`).toEqual([]);
  expect(await page.evaluate(overhanging), `words that stand out of their cells in a window of ${width}`).toEqual([]);
  expect(await page.evaluate(unsaid), 'words that are seen on a control, and that its name does not have').toEqual([]);
}

/** Runs in the page. */
function cutOff(): string[] {
  const panel = document.querySelector('[role=dialog]');
  if (!panel) return [];
  const { left, right } = panel.getBoundingClientRect();
  const isOutside = (button: Element) => button.getBoundingClientRect().left < left || button.getBoundingClientRect().right > right;
  return [...panel.querySelectorAll('button')].filter(isOutside).map(({ textContent }) => textContent);
}

/** Runs in the page. */
function overhanging(): string[] {
  return [...document.querySelectorAll('td')].flatMap((cell) => {
    const { right } = cell.getBoundingClientRect();
    const parts = [...cell.querySelectorAll<HTMLElement>('*')].filter((part) => part.checkVisibility());
    return parts.filter((part) => part.getBoundingClientRect().right > right + 1).map((part) => part.innerText);
  });
}

/** Runs in the page. Whoever speaks to the browser says what stands on a control (WCAG 2.5.3, which axe looks at as an experiment only). */
function unsaid(): string[] {
  const words = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
  const named = [...document.querySelectorAll<HTMLElement>('button[aria-label], a[aria-label]')].filter((control) =>
    control.checkVisibility(),
  );
  return named.flatMap(({ innerText, ariaLabel }) => (words(ariaLabel!).includes(words(innerText)) ? [] : [`${innerText} | ${ariaLabel}`]));
}
