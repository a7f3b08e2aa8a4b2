/**
 * The one RTK Query API of the site, without endpoints. Remotes inject theirs, named `<remote>...`, and get hooks; the cache, the
 * address of the backend and the bearer token are shared. It is loaded with the first page that asks the backend.
 */
import type { Middleware } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { selectMember, type StateWithSession } from '@site/session';
import { apiBaseQuery } from './base-query';
import { announceApi } from './connection';

export const baseApi = createApi({ reducerPath: 'api', baseQuery: apiBaseQuery, endpoints: () => ({}) });

/** What was fetched in the name of a member goes when their session ends: whoever comes next neither sees it nor finds it in memory. */
const forgetWithSession: Middleware<object, StateWithSession> =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const before = selectMember(getState());
    const result = next(action);
    if (before !== null && selectMember(getState())?.username !== before.username) dispatch(baseApi.util.resetApiState());
    return result;
  };

announceApi({ reducerPath: baseApi.reducerPath, reducer: baseApi.reducer, middlewares: [forgetWithSession, baseApi.middleware] });
