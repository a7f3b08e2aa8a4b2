/**
 * The one RTK Query API of the site, without endpoints. Remotes inject theirs, named `<remote>...`, and get hooks; the cache, the
 * address of the backend and the bearer token are shared. It is loaded with the first page that asks the backend.
 */
import { createApi } from '@reduxjs/toolkit/query/react';
import { apiBaseQuery } from './base-query';
import { announceApi } from './connection';

export const baseApi = createApi({ reducerPath: 'api', baseQuery: apiBaseQuery, endpoints: () => ({}) });

announceApi(baseApi);
