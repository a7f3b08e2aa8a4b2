import type { Page } from 'playwright-core';

/** A screen in a state. */
export interface Scene {
  /** Name of the picture, without its width. */
  name: string;
  at: string;
  /** A newcomer is a player who has done nothing yet. */
  who: 'visitor' | 'player' | 'newcomer' | 'manager' | 'staff';
  /** What brings the screen into its state. */
  act?: (page: Page) => Promise<void>;
  /** The window only, where the whole page would show a dialog in its middle. */
  windowOnly?: true;
}
