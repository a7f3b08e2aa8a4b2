/** Entry of the shell's server bundle: renders a document ahead of time, together with the page of a remote. */
import type { RenderInput, RenderOutput, RenderedStyle } from '@site/contracts/prerender';
import { StaticRouter } from '@site/router/server';
import { createServerCache, extractStyles } from '@site/ui/server';
import { renderToString } from 'react-dom/server';
import { providedModules } from './federation/provided-modules';
import type { PageModule } from './federation/containers';
import { Root } from './root';
import type { LazyPages } from './routing/lazy-pages';
import { SiteMap } from './routing/site-map';
import { createStore } from './store';

export const shared = providedModules;

/** React writes the document metadata of a fragment in front of it. */
const METADATA = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)[^>]*\/?>)*/;

export function renderDocument({ pathname, composition, page }: RenderInput): RenderOutput {
  const cache = createServerCache();
  const markup = renderToString(
    <StaticRouter location={pathname}>
      <Root
        store={createStore()}
        composition={composition}
        map={new SiteMap(composition, pathname)}
        pages={renderedPage(page)}
        cache={cache}
        onFrameError={() => undefined}
      />
    </StaticRouter>,
  );
  const head = METADATA.exec(markup)?.[0] ?? '';
  const styles: RenderedStyle[] = extractStyles(cache, markup).map(({ key, css }) => ({ names: key, css }));
  return { head, html: markup.slice(head.length), styles };
}

function renderedPage(page: RenderInput['page']): LazyPages {
  return {
    component(remote, name) {
      if (page?.remote !== remote || page.page !== name) throw new Error(`The renderer was not given ${remote} ${name}`);
      return (page.module as PageModule).default;
    },
    prepare: () => Promise.resolve(),
    prefetch: () => undefined,
    fail: () => undefined,
    leave: () => undefined,
  };
}
