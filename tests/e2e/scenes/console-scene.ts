import type { Scene } from './scene';

/** @param view Below `/console`. */
export const consoleScene = (name: string, view = '', more: Partial<Scene> = {}): Scene => ({
  name: `console-${name}`,
  at: `/console${view && `/${view}`}`,
  who: 'manager',
  ...more,
});
