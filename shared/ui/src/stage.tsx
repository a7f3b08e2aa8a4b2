/** Test-only: what surrounds a component in these tests. */
import type { ReactNode } from 'react';
import { BrowserRouter } from '@site/router';
import { StaticRouter } from '@site/router/server';
import { createBrowserCache, type EmotionCache } from './emotion-cache';
import { UIProvider } from './provider';
import type { Site } from './site-context';

export const site: Site = {
  brand: 'Practice',
  origin: 'https://site.test',
  description: 'The default description',
  keywords: 'default, keywords',
  contact: { address: ['1 Test Street'], email: 'contact@site.test', phone: '+10000000000', mapUrl: 'https://map.test' },
  networkUrl: 'https://network.test',
  signInProviders: [],
};

export function BrowserStage({ image, children }: { image?: string; children: ReactNode }) {
  return (
    <BrowserRouter>
      <UIProvider cache={createBrowserCache()} site={{ ...site, image }}>
        {children}
      </UIProvider>
    </BrowserRouter>
  );
}

export function ServerStage({ cache, path = '/', children }: { cache: EmotionCache; path?: string; children: ReactNode }) {
  return (
    <StaticRouter location={path}>
      <UIProvider cache={cache} site={site}>
        {children}
      </UIProvider>
    </StaticRouter>
  );
}
