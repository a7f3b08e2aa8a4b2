/**
 * What a visitor wanted to follow before being sent to sign in. Kept in the tab, so that only a press in it is ever finished, and found again
 * only at the path that this sign-in comes back to: whoever signs in for another reason later follows nothing by surprise.
 */
import type { Follow } from '@site/contracts/api/playbooks';
import * as paths from '@site/contracts/paths';

const PREFIX = '?wish=';
const LIFETIME_MS = 30 * 60 * 1000;

/** Returns the path that the sign-in is to come back to. Its query is the key of the wish, and says when it is too late. */
export function keepFollowWish(wish: Follow): string {
  const query = PREFIX + (Date.now() + LIFETIME_MS);
  try {
    window.sessionStorage.setItem(query, JSON.stringify(wish));
  } catch {
    // A browser that stores nothing forgets the wish, and signs nobody in.
  }
  return paths.draft + query;
}

/** The wish for which a member came back to this address, once: reading it removes it. */
export function takeFollowWish(): Follow | null {
  const { search } = window.location;
  const stored = window.sessionStorage.getItem(search);
  window.sessionStorage.removeItem(search);
  return stored !== null && Number(search.slice(PREFIX.length)) > Date.now() ? (JSON.parse(stored) as Follow) : null;
}
