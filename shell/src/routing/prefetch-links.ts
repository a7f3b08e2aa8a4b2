/** Loads a page while the pointer or the focus rests on a link to it, so that following the link shows it at once. */
import type { ComposedRemote } from '@site/contracts/composition';
import { isPageRoute } from '@site/contracts/page-route';
import { PathMatcher } from '@site/contracts/path-pattern';
import type { LazyPages } from './lazy-pages';

/** The remote and page that an address of the site shows, or null if it is no page of a remote, or of one that is switched off. */
export function pageAt(remotes: ComposedRemote[], pathname: string): { remote: string; page: string } | null {
  const candidates = remotes.flatMap(({ name, routes, disabled }) =>
    routes.filter(isPageRoute).map(({ path, page }) => ({ path, remote: name, page, disabled })),
  );
  const match = new PathMatcher(candidates).match(pathname)?.route;
  return match && !match.disabled ? { remote: match.remote, page: match.page } : null;
}

/** Watches the whole document. Returns a function that stops it. */
export function prefetchLinks(remotes: ComposedRemote[], pages: LazyPages): () => void {
  const listen = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link?.href || link.origin !== location.origin || link.pathname === location.pathname) return;
    const next = pageAt(remotes, link.pathname);
    if (next) pages.prefetch(next.remote, next.page);
  };
  const events = ['pointerover', 'focusin'] as const;
  for (const event of events) document.addEventListener(event, listen, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, listen);
  };
}
