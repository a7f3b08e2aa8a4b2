/** Test-only: a page of this remote with everything that the shell puts around it. */
import { BrowserRouter, Route, Routes } from '@site/router';
import { createBrowserCache, UIProvider, type Site } from '@site/ui';
import type { ComponentType } from 'react';

export const SITE: Site = {
  brand: 'Opus Test',
  origin: 'https://site.example',
  description: 'A default description',
  keywords: 'a default keyword',
  networkUrl: 'https://network.example/company',
  signInProviders: [],
  contact: {
    address: ['12 Test Street', 'New York, NY 10001'],
    email: 'mail@site.example',
    phone: '+1 (212) 555-0100',
    mapUrl: 'https://map.example/embed?place=12',
  },
};

/** @param path The address that shows the page; `route` its pattern, where the page reads parameters. */
export function pageUnderTest(Page: ComponentType, path: string, route = '*') {
  window.history.replaceState(null, '', path);
  return (
    <BrowserRouter>
      <UIProvider cache={createBrowserCache()} site={SITE}>
        <main>
          <Routes>
            <Route path={route} element={<Page />} />
          </Routes>
        </main>
      </UIProvider>
    </BrowserRouter>
  );
}
