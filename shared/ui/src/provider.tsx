import { ChakraProvider } from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import type { EmotionCache } from './emotion-cache';
import { SiteProvider, type Site } from './site-context';
import { system } from './theme/system';
import { ToastOutlet } from './toast-outlet';

export interface UIProviderProps {
  cache: EmotionCache;
  site: Site;
  children: ReactNode;
}

/** Everything that the components of this package need around them. Once, at the root of the application. */
export function UIProvider({ cache, site, children }: UIProviderProps) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>
        <SiteProvider value={site}>
          {children}
          <ToastOutlet />
        </SiteProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}
