/** The ways in which a person works a page: what a test does is written once, and done with either. */
import { expect, type Locator } from '@playwright/test';

export interface Hands {
  /** Activates a button or a link. */
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  check(target: Locator): Promise<void>;
}

export const mouse: Hands = {
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  check: (target) => target.check(),
};

/** More stops than any page has. */
const MOST_STOPS = 200;

/** Walks from stop to stop, as somebody without a mouse does, until the target has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${String(target)}`);
}

/** Tab, Enter, Space and letters: nothing else. */
export const keyboard: Hands = {
  async press(target) {
    await tabTo(target);
    await target.page().keyboard.press('Enter');
  },
  async write(target, text) {
    await tabTo(target);
    await target.page().keyboard.type(text);
  },
  async check(target) {
    await tabTo(target);
    await target.page().keyboard.press('Space');
    await expect(target).toBeChecked();
  },
};
