/** Loads a page while the pointer or the focus rests on a link to it, so that following the link shows it at once. */
import type { LazyPages } from './lazy-pages';
import type { SiteMap } from './site-map';

/** Watches the whole document. Returns a function that stops it. */
export function prefetchLinks(map: SiteMap, pages: LazyPages): () => void {
  const prefetch = (pathname: string): void => {
    const next = map.pageAt(pathname);
    if (next) pages.prefetch(next.remote, next.page);
  };
  const listen = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link?.href || link.origin !== location.origin || link.pathname === location.pathname) return;
    const { pathname } = link;
    if (map.knows(pathname)) prefetch(pathname);
    else
      map.load().then(
        () => prefetch(pathname),
        // Whoever follows the link asks again.
        () => undefined,
      );
  };
  const events = ['pointerover', 'focusin'] as const;
  for (const event of events) document.addEventListener(event, listen, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, listen);
  };
}
