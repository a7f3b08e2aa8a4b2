/** Text that somebody spaces out, and pages that somebody enlarges: nothing may be cut off, and no line may be longer than the window. */
import { expect, type Page } from '@playwright/test';
import { resize } from './resize';

/** What is left of 1,280 by 800 at 200%. */
const ENLARGED = { width: 640, height: 400 };
const SPACED = [360, 1280];

/** The style of WCAG 1.4.12. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Expects it of the page as it is shown. It is spaced out from then on. */
export const expectRoomForText = async (page: Page): Promise<void> =>
  expect.soft(await troublesOfText(page), `text for which ${page.url()} has no room`).toEqual([]);

/** What {@link expectRoomForText} objects to. */
export async function troublesOfText(page: Page): Promise<string[]> {
  const enlarged = await troubles(page, ENLARGED, 'at 200%');
  await page.evaluate(spaceOut, SPACING);
  const spaced: string[] = [];
  for (const width of SPACED) spaced.push(...(await troubles(page, { width, height: 800 }, `spaced out in ${width}`)));
  return [...enlarged, ...spaced];
}

async function troubles(page: Page, size: { width: number; height: number }, how: string): Promise<string[]> {
  await resize(page, size);
  return (await page.evaluate(findTroubles)).map((trouble) => `${how}: ${trouble}`);
}

/** Runs in the page. No policy is about a sheet that is made this way. */
function spaceOut(style: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}

/** Runs in the page. */
function findTroubles(): string[] {
  /** Less is the rounding of letters. */
  const PIXEL = 1;
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`wider than the window by ${scrollWidth - clientWidth}`] : [];

  /** The boxes that cut a text off, from the inside out: what can be scrolled to is not cut off. */
  function isCutOff(text: Text, range: Range): boolean {
    const open = { x: true, y: true };
    let isFree = false;
    for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      // What is placed by itself is cut off by what it is placed in.
      if (!isFree || position !== 'static') {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        // Only for those who are read to.
        if (right - left <= PIXEL || bottom - top <= PIXEL) return false;
        if (/auto|scroll/.test(overflowX)) open.x = false;
        if (/auto|scroll/.test(overflowY)) open.y = false;
        const cuts = { x: open.x && /hidden|clip/.test(overflowX), y: open.y && /hidden|clip/.test(overflowY) };
        for (const line of range.getClientRects()) {
          if (cuts.x && (line.left < left - PIXEL || line.right > right + PIXEL)) return true;
          if (cuts.y && (line.top < top - PIXEL || line.bottom > bottom + PIXEL)) return true;
        }
        isFree = false;
      }
      if (position === 'fixed') return false;
      if (position === 'absolute') isFree = true;
    }
    return false;
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (!text.data.trim() || !text.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if (isCutOff(text, range)) found.push(`cut off: ${text.data.trim()}`);
  }
  return found;
}
