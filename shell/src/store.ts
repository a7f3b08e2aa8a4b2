/** The one Redux store of the site: the session and the cache of the API. */
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { baseApi } from '@site/api-client';
import { sessionSlice } from '@site/session';

const reducer = combineReducers({ [sessionSlice.reducerPath]: sessionSlice.reducer, [baseApi.reducerPath]: baseApi.reducer });

export const createStore = () => configureStore({ reducer, middleware: (defaults) => defaults().concat(baseApi.middleware) });

export type SiteStore = ReturnType<typeof createStore>;
