/**
 * What a player has typed into the dialog of a demo, and neither saved nor discarded: kept for the tab, so that a session that ends meanwhile takes
 * none of it. By player and demo: who signs in next in this tab is offered nothing of somebody else.
 */
import type { DemoKind, PlayerDemo } from '@site/contracts/api/demos';
import type { DemoValues } from './demo-rules';

/** Name of the draft of a demo, or of a new one of the kind. */
export const demoDraftKey = (username: string, kind: DemoKind, demo: PlayerDemo | null): string =>
  `elevate:demo-draft:${username}:${demo ? `demo-${demo.id}` : `kind-${kind.id}`}`;

export function keepDemoDraft(key: string, values: DemoValues): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A browser that stores nothing loses what was typed with the session.
  }
}

export function keptDemoDraft(key: string): DemoValues | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as DemoValues | null;
  } catch {
    return null;
  }
}

export function forgetDemoDraft(key: string): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
