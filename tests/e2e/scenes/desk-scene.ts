import type { Scene } from './scene';

/** @param view Below `/console/desk`. */
export const deskScene = (name: string, view = '', more: Partial<Scene> = {}): Scene => ({
  name: `desk-${name}`,
  at: `/console/desk${view && `/${view}`}`,
  who: 'staff',
  ...more,
});
