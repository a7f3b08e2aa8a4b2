/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { isPageRoute } from '@site/contracts/remote-config';
import { StaticRouter } from '@site/router/server';
import { UIProvider } from '@site/ui';
import { createServerCache } from '@site/ui/server';
import { makeStore, SITE } from '@site/testing/page-under-test';
import { RouteUnderTest } from '@site/testing/route-under-test';
import remote from '../remote.config';

describe('ahead of time, without a browser', () => {
  it.each(remote.routes.filter(isPageRoute))('$path is rendered', async ({ path, page }) => {
    const { default: Page } = (await import(page)) as { default: ComponentType };
    const store = makeStore();
    const html = renderToString(
      <StaticRouter location={path.replace(/\/:id\?$/, '/7')}>
        <Provider store={store}>
          <UIProvider cache={createServerCache()} site={SITE}>
            <RouteUnderTest path={path}>
              <Page />
            </RouteUnderTest>
          </UIProvider>
        </Provider>
      </StaticRouter>,
    );
    expect(html).toContain('<h1');
    expect(html).toContain(`| ${SITE.brand}</title>`);
    expect(html).not.toMatch(/\sstyle="/);
  });
});
