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

async function renderPage(page: string, route: string, location: string) {
  const { default: Page } = (await import(page)) as { default: ComponentType };
  return renderToString(
    <Provider store={makeStore()}>
      <StaticRouter location={location}>
        <UIProvider cache={createServerCache()} site={SITE}>
          <RouteUnderTest path={route}>
            <Page />
          </RouteUnderTest>
        </UIProvider>
      </StaticRouter>
    </Provider>,
  );
}

describe('ahead of time, without a browser', () => {
  it.each(remote.routes.filter(isPageRoute).map(({ path, page }) => [path, page] as const))('%s is rendered', async (path, page) => {
    const html = await renderPage(page, path, path.replace(/\/:.*/, '') || '/');
    expect(html).toContain('<h1');
    expect(html).toContain(`| ${SITE.brand}</title>`);
    expect(html).not.toMatch(/\sstyle="/);
  });

  it('the intro form has its interest selected already', async () => {
    const html = await renderPage('./intro/intro-page', '/intro/:lead?', '/intro/ata-flip');
    expect(html).toMatch(/<option value="ata-flip" selected="">/);
  });
});
