import type { Page, Route } from 'playwright-core';

/** What brings a screen into a state. */
export type Act = (page: Page) => Promise<unknown>;

/**
 * What a call is answered with in the place of the service: JSON, the status of a failure, or null for nothing at all. A function may also pass
 * the call on, and change what the service has answered.
 */
export type Answer = [calls: string, answer: object | number | null | ((route: Route) => Promise<void>)];

/** A screen in a state: one that is pictured, and of the console one that axe looks at as well. */
export interface Scene {
  /** Name of the picture, without its width. */
  name: string;
  at: string;
  /** A newcomer is a player who has done nothing yet. */
  who: 'visitor' | 'player' | 'newcomer' | 'manager' | 'staff';
  /** Before the screen is visited. The last one that fits a call counts. */
  answers?: readonly Answer[];
  act?: Act;
  /** The window only, where the whole page would show a dialog in its middle. */
  windowOnly?: true;
}
