import type { Page } from '@playwright/test';

/**
 * Resizes the window, and comes back once the page has taken its new shape and the browser has told of it. Until a frame has been drawn a page
 * that is busy may still have the styles of the old width.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async (width) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== width) await frame();
    // Entries of the performance timeline arrive in a task of their own, after the frame that they tell of.
    for (let frames = 0; frames < 3; frames += 1) await frame();
  }, size.width);
}
