/** What the address shows, by the routes that the composed remotes declare. */
import type { ComposedRemote } from '@site/contracts/composition';
import { isPageRoute } from '@site/contracts/page-route';
import { PathMatcher } from '@site/contracts/path-pattern';
import type { Route as DeclaredRoute } from '@site/contracts/remote-config';
import { Navigate, RouteParams, useLocation } from '@site/router';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { NotFoundPage } from '../not-found/not-found-page';
import { DisabledPage } from './disabled-page';
import { RemotePage } from './remote-page';

interface SiteRoute {
  path: string;
  remote: ComposedRemote;
  route: DeclaredRoute;
}

export function SiteRoutes({ remotes }: { remotes: ComposedRemote[] }): ReactNode {
  const { pathname } = useLocation();
  const matcher = useMemo(() => new PathMatcher(remotes.flatMap(siteRoutes)), [remotes]);
  const match = matcher.match(pathname);
  return match ? <RouteParams value={match.params}>{elementOf(match.route)}</RouteParams> : <NotFoundPage />;
}

const siteRoutes = (remote: ComposedRemote): SiteRoute[] => remote.routes.map((route) => ({ path: route.path, remote, route }));

function elementOf({ remote: { name, disabled }, route }: SiteRoute): ReactElement {
  if (!isPageRoute(route)) return <Navigate to={route.redirect} replace />;
  if (disabled) return <DisabledPage title={route.title} message={disabled.message} />;
  return <RemotePage key={`${name} ${route.page}`} remote={name} page={route.page} />;
}
