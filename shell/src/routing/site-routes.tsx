/** The router of the site, built from the routes that the composed remotes declare. */
import type { ComposedRemote } from '@site/contracts/composition';
import { isPageRoute } from '@site/contracts/page-route';
import { PathMatcher } from '@site/contracts/path-pattern';
import type { Route as DeclaredRoute } from '@site/contracts/remote-config';
import { Navigate, Route, Routes, useLocation } from '@site/router';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { NotFoundPage } from '../not-found/not-found-page';
import { DisabledPage } from './disabled-page';
import { RemotePage } from './remote-page';

interface SiteRoute {
  path: string;
  remote: ComposedRemote;
  route: DeclaredRoute;
}

/** Only the route of the address is given to react-router, without its optional segments: it would spell them out in all 2^n ways. */
export function SiteRoutes({ remotes }: { remotes: ComposedRemote[] }): ReactNode {
  const { pathname } = useLocation();
  const matcher = useMemo(() => new PathMatcher(remotes.flatMap(siteRoutes)), [remotes]);
  const match = matcher.match(pathname);
  return (
    <Routes>
      {match && <Route path={match.path} caseSensitive element={elementOf(match.route)} />}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

const siteRoutes = (remote: ComposedRemote): SiteRoute[] => remote.routes.map((route) => ({ path: route.path, remote, route }));

function elementOf({ remote: { name, disabled }, route }: SiteRoute): ReactElement {
  if (!isPageRoute(route)) return <Navigate to={route.redirect} replace />;
  if (disabled) return <DisabledPage title={route.title} message={disabled.message} />;
  return <RemotePage key={`${name} ${route.page}`} remote={name} page={route.page} />;
}
