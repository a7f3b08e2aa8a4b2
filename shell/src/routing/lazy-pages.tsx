/** Components of the remotes' pages by remote and page. A page's script is asked for once, by whoever needs it first. */
import { createContext, lazy, useContext, type ComponentType, type ReactNode } from 'react';
import type { PageSource } from '../federation/page-source';
import type { PageModule } from '../federation/containers';

export interface LazyPages {
  component(remote: string, page: string): ComponentType;
  /** Loads the page that is about to be shown, which will show a failure too. Resolves when it is there or has failed. */
  prepare(remote: string, page: string): Promise<void>;
  /** Starts loading a page that is likely to be shown next. If that fails, it is asked for again when it is shown. */
  prefetch(remote: string, page: string): void;
  /** A page that was shown has failed, while it was loaded or rendered: it is reported, and the next {@link component} asks again. */
  fail(remote: string, page: string, error: unknown): void;
  /** The page is not shown any more. If its loading fails all the same, or has failed, the next {@link component} asks again. */
  leave(remote: string, page: string): void;
}

/** @param onRenderError Told of failures of pages that were loaded, with what was. Of those that were not, `source` reports. */
export function lazyPages(
  source: PageSource,
  onRenderError: (remote: string, page: string, error: unknown, module: PageModule) => void,
): LazyPages {
  const modules = new Map<string, Promise<PageModule>>();
  const arrived = new Map<string, PageModule>();
  const components = new Map<string, ComponentType>();
  const shown = new Set<string>();
  const key = (remote: string, page: string): string => `${remote} ${page}`;

  const load = (remote: string, page: string): Promise<PageModule> => {
    const known = modules.get(key(remote, page));
    if (known) return known;
    const module = source.load(remote, page);
    modules.set(key(remote, page), module);
    module.then(
      (value) => arrived.set(key(remote, page), value),
      // Whoever shows the page handles the failure; here it must not count as unhandled.
      () => undefined,
    );
    return module;
  };
  const forget = (remote: string, page: string): void => {
    for (const known of [modules, arrived, components]) known.delete(key(remote, page));
  };
  /** What came before another version took the place of its own is not shown again: two do not take turns in one document. */
  const forgetReplaced = (remote: string, page: string): void => {
    const module = arrived.get(key(remote, page));
    if (module && source.versionOf(remote, module) !== source.versionOf(remote)) forget(remote, page);
  };
  return {
    component(remote, page) {
      if (!shown.has(key(remote, page))) forgetReplaced(remote, page);
      shown.add(key(remote, page));
      const known = components.get(key(remote, page));
      if (known) return known;
      // A page that is there is shown at once: a lazy one would show the skeleton first, and React keeps that for a third of a second.
      const component = arrived.get(key(remote, page))?.default ?? lazy(() => load(remote, page));
      components.set(key(remote, page), component);
      return component;
    },
    prepare: (remote, page) =>
      load(remote, page).then(
        () => undefined,
        () => undefined,
      ),
    prefetch(remote, page) {
      const id = key(remote, page);
      if (modules.has(id) || arrived.has(id)) return;
      source.prefetch(remote, page).then(
        (module) => arrived.set(id, module),
        () => undefined,
      );
    },
    fail(remote, page, error) {
      const module = arrived.get(key(remote, page));
      if (module) onRenderError(remote, page, error, module);
      forget(remote, page);
    },
    leave(remote, page) {
      shown.delete(key(remote, page));
      const module = modules.get(key(remote, page));
      module?.catch(() => {
        if (modules.get(key(remote, page)) === module) forget(remote, page);
      });
    },
  };
}

const LazyPagesContext = createContext<LazyPages | null>(null);

export function LazyPagesProvider({ value, children }: { value: LazyPages; children: ReactNode }): ReactNode {
  return <LazyPagesContext value={value}>{children}</LazyPagesContext>;
}

export function useLazyPages(): LazyPages {
  const pages = useContext(LazyPagesContext);
  if (pages === null) throw new Error('useLazyPages is called outside of LazyPagesProvider');
  return pages;
}
