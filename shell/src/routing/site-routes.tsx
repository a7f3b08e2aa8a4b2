/** The router of the site, built from the routes that the composed remotes declare. */
import type { ComposedRemote } from '@site/contracts/composition';
import { PathMatcher } from '@site/contracts/path-pattern';
import { isPageRoute, type Route as DeclaredRoute } from '@site/contracts/remote-config';
import { Navigate, Route, Routes, useLocation } from '@site/router';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { NotFoundPage } from '../not-found/not-found-page';
import { RemotePage } from './remote-page';

interface SiteRoute {
  path: string;
  remote: string;
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

const siteRoutes = ({ name, routes }: ComposedRemote): SiteRoute[] => routes.map((route) => ({ path: route.path, remote: name, route }));

const elementOf = ({ remote, route }: SiteRoute): ReactElement =>
  isPageRoute(route) ? (
    <RemotePage key={`${remote} ${route.page}`} remote={remote} page={route.page} />
  ) : (
    <Navigate to={route.redirect} replace />
  );
