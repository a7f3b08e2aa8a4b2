/**
 * What a visitor wanted to follow before being sent to sign in. Kept in the tab, so that only this person's own click is ever finished,
 * and not for long: whoever signs in for another reason later should not follow something by surprise.
 */
import type { Follow } from '@site/contracts/api/playbooks';

const KEY = 'elevate:follow-wish';
const LIFETIME_MS = 30 * 60 * 1000;

export function keepFollowWish(wish: Follow): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ ...wish, expiresAt: Date.now() + LIFETIME_MS }));
  } catch {
    // A browser that stores nothing forgets the wish; whoever has signed in follows by another press of the button.
  }
}

/** The wish, once: reading it removes it. */
export function takeFollowWish(): Follow | null {
  try {
    const stored = window.sessionStorage.getItem(KEY);
    window.sessionStorage.removeItem(KEY);
    if (stored === null) return null;
    const { playbook_id, role, expiresAt } = JSON.parse(stored) as Follow & { expiresAt: number };
    return expiresAt > Date.now() ? { playbook_id, role } : null;
  } catch {
    return null;
  }
}
