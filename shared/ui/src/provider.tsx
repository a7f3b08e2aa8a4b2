import { ChakraProvider } from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import { useState, type ReactNode } from 'react';
import { hasGlobalStyles, type EmotionCache } from './emotion-cache';
import { SiteProvider, type Site } from './site-context';
import { completeSystem, system } from './theme/system';
import { ToastOutlet } from './toast-outlet';

export interface UIProviderProps {
  cache: EmotionCache;
  site: Site;
  children: ReactNode;
}

/** Inserts nothing for the document as a whole. */
const systemOfStyledDocument: typeof system = { ...system, layers: { ...system.layers, atRule: '' } };

/** Everything that the components of this package need around them. Once, at the root of the application. */
export function UIProvider({ cache, site, children }: UIProviderProps) {
  const [value] = useState(() => (hasGlobalStyles() ? systemOfStyledDocument : completeSystem()));
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={value}>
        <SiteProvider value={site}>
          {children}
          <ToastOutlet />
        </SiteProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}
