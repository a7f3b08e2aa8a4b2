import { ChakraProvider } from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import { useState, type ReactNode } from 'react';
import { hasGlobalStyles, type EmotionCache } from './emotion-cache';
import { SiteProvider, type Site } from './site-context';
import { system } from './theme/system';
import { ToastOutlet } from './toast-outlet';

export interface UIProviderProps {
  cache: EmotionCache;
  site: Site;
  children: ReactNode;
}

/** The system without the styles that its provider inserts for the document as a whole. */
const systemOfStyledDocument: typeof system = { ...system, _global: [], layers: { ...system.layers, atRule: '' } };

/** Everything that the components of this package need around them. Once, at the root of the application. */
export function UIProvider({ cache, site, children }: UIProviderProps) {
  const [isStyled] = useState(hasGlobalStyles);
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={isStyled ? systemOfStyledDocument : system}>
        <SiteProvider value={site}>
          {children}
          <ToastOutlet />
        </SiteProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}
