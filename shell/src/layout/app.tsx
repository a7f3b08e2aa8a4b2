/** The frame of every page: banner, navigation, the page of whichever remote owns the route, footer. */
import type { Composition } from '@site/contracts/composition';
import type { Params } from '@site/contracts/params';
import { Box, Flex, UIProvider, type EmotionCache, type Site } from '@site/ui';
import { useMemo, type ReactNode } from 'react';
import { AnalyticsOutlet } from '../analytics/analytics-outlet';
import { SiteFooter } from '../footer/site-footer';
import { MaintenanceBanner } from '../maintenance-banner/maintenance-banner';
import { TopNavigation } from '../navigation/top-navigation';
import { useParams } from '../params/use-params';
import { PreviewOutlet } from '../preview/preview-outlet';
import { LazyPagesProvider, type LazyPages } from '../routing/lazy-pages';
import type { SiteMap } from '../routing/site-map';
import { SiteRoutes } from '../routing/site-routes';
import { SessionKeeper } from '../session/session-keeper';
import linkPreview from './link-preview.png';
import { MAIN_ID, SkipLink } from './skip-link';

export interface AppProps {
  composition: Composition;
  map: SiteMap;
  pages: LazyPages;
  cache: EmotionCache;
}

const DEFAULT_DESCRIPTION =
  'A technology practice for cloud software-as-a-service: startup blueprints, technology acquisitions, and Elevate, a career-growth programme for experienced software engineers.';
const DEFAULT_KEYWORDS =
  'cloud software, SaaS, venture studio, startup blueprint, technology acquisition, software career, interview practice, Elevate';

const siteOf = ({ brand, origin, contact, network_url, Auth }: Params): Site => ({
  brand,
  origin,
  contact,
  networkUrl: network_url,
  signInProviders: Auth.providers,
  description: DEFAULT_DESCRIPTION,
  keywords: DEFAULT_KEYWORDS,
  image: linkPreview,
});

/** The same object as long as it says the same: another one makes a page whose code has not come give up what its document shows. */
function useSite(params: Params): Site {
  const site = JSON.stringify(siteOf(params));
  return useMemo(() => JSON.parse(site) as Site, [site]);
}

export function App({ composition, map, pages, cache }: AppProps): ReactNode {
  const params = useParams(composition.params);
  const site = useSite(params);
  return (
    <UIProvider cache={cache} site={site}>
      <LazyPagesProvider value={pages}>
        <Flex direction="column" minH="100dvh">
          <SessionKeeper auth={composition.params.Auth} />
          <SkipLink />
          <MaintenanceBanner message={params.maintenance_message} />
          <TopNavigation />
          {/* Header and page fill the window, so that the footer begins below it and never moves in view while a page changes its height. */}
          <Box as="main" id={MAIN_ID} tabIndex={-1} flex="1 0 auto" minH="calc(100dvh - var(--site-header-height))" outline="none">
            <SiteRoutes map={map} />
          </Box>
          <SiteFooter blogUrl={params.blog_url} />
          {/* A preview is no visit. A document that was made without a tag has a policy that refuses it. */}
          {!composition.preview && composition.params.analytics_tag && (
            <AnalyticsOutlet tag={params.analytics_tag} needsConsent={params.analytics_consent ?? false} />
          )}
          <PreviewOutlet composition={composition} map={map} />
        </Flex>
      </LazyPagesProvider>
    </UIProvider>
  );
}
