/** The router of the site, built from the routes that the composed remotes declare. */
import type { ComposedRemote } from '@site/contracts/composition';
import { isPageRoute } from '@site/contracts/remote-config';
import { Navigate, Route, Routes } from '@site/router';
import type { ReactNode } from 'react';
import { NotFoundPage } from '../not-found/not-found-page';
import { RemotePage } from './remote-page';

export function SiteRoutes({ remotes }: { remotes: ComposedRemote[] }): ReactNode {
  return (
    <Routes>
      {remotes.flatMap(({ name, routes }) =>
        routes.map((route) => (
          <Route
            key={route.path}
            path={route.path}
            caseSensitive
            element={
              isPageRoute(route) ? (
                <RemotePage key={`${name} ${route.page}`} remote={name} page={route.page} />
              ) : (
                <Navigate to={route.redirect} replace />
              )
            }
          />
        )),
      )}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
