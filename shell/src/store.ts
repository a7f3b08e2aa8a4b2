/** The one Redux store of the site: the session, and the cache of the API from the moment a page needs it. */
import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import { whenApiLoaded } from '@site/api-client/connection';
import { sessionSlice } from '@site/session';

export function createStore() {
  const reducer = combineSlices(sessionSlice);
  const { middleware, addMiddleware } = createDynamicMiddleware();
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(middleware) });
  whenApiLoaded((api) => {
    addMiddleware(...api.middlewares);
    store.replaceReducer(reducer.inject(api));
  });
  return store;
}

export type SiteStore = ReturnType<typeof createStore>;
