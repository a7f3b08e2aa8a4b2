/** What the address shows, as the map of the site says. */
import { isPageRoute } from '@site/contracts/page-route';
import { Navigate, RouteParams, useLocation } from '@site/router';
import { PageSkeleton } from '@site/ui';
import { memo, useEffect, useMemo, useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { NotFoundPage } from '../not-found/not-found-page';
import { Arrivals, ArrivalsContext, keptTops } from './arrivals';
import { AwaitedPage } from './awaited-page';
import { DisabledPage } from './disabled-page';
import { GrantedPage } from './granted-page';
import { PageLeave } from './page-arrival';
import { RemotePage } from './remote-page';
import type { SiteMap, SiteMatch } from './site-map';

/** How long a navigation waits for the manifest of the site before it is left to the browser. */
const MANIFEST_WAIT_MS = 5_000;

/** Rendered anew for another address only: a page whose code has not come gives up what its document shows when anything around it changes. */
export const SiteRoutes = memo(function SiteRoutes({ map }: { map: SiteMap }): ReactNode {
  const { pathname } = useLocation();
  const isKnown = (): boolean => map.knows(pathname);
  const known = useSyncExternalStore(map.subscribe, isKnown, isKnown);
  const match = useMemo(() => (known ? map.match(pathname) : null), [map, pathname, known]);
  const [arrivals] = useState(() => new Arrivals(keptTops()));
  useEffect(() => arrivals.follow(), [arrivals]);
  return (
    <ArrivalsContext value={arrivals}>
      <PageLeave arrivals={arrivals} />
      {known ? shownAt(match) : <UnknownPage map={map} />}
    </ArrivalsContext>
  );
});

const shownAt = (match: SiteMatch | null): ReactElement =>
  match ? <RouteParams value={match.params}>{elementOf(match.route)}</RouteParams> : <NotFoundPage />;

function elementOf({ remote: { name, disabled }, route }: SiteMatch['route']): ReactElement {
  if (!isPageRoute(route)) return <Redirect to={route.redirect} />;
  if (disabled) return <DisabledPage title={route.title} message={disabled.message} />;
  const Page = route.access === 'granted' ? GrantedPage : RemotePage;
  return <Page key={`${name} ${route.page}`} remote={name} page={route.page} title={route.title} />;
}

/** As the edge does it. One that passes on segments of the address is left to it. */
function Redirect({ to }: { to: string }): ReactNode {
  const { search, hash } = useLocation();
  const passesOn = to.includes(':');
  useEffect(() => {
    if (passesOn) location.reload();
  }, [passesOn]);
  return passesOn ? <PageSkeleton /> : <Navigate to={{ pathname: to, search, hash }} replace />;
}

/** In the place of a page until it is known which one it is. Where that does not become known, the browser loads the document of the address. */
function UnknownPage({ map }: { map: SiteMap }): ReactNode {
  useEffect(() => {
    let current = true;
    const leave = (): void => {
      if (current) location.reload();
    };
    map.load().catch(leave);
    const timer = setTimeout(leave, MANIFEST_WAIT_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [map]);
  return <AwaitedPage />;
}
