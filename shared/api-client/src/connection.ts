/** What the site starts with, before any page asks the backend: where the backend is, and who wants to know when its API has been loaded. */
import type { Middleware, Reducer } from '@reduxjs/toolkit';
import type { Params } from '@site/contracts/params';

/** What a store needs of the API. */
export interface ApiSlice {
  readonly reducerPath: 'api';
  readonly reducer: Reducer;
  readonly middlewares: readonly Middleware[];
}

export interface ApiConnection {
  /** Base address of the backend, without a trailing slash. */
  baseUrl: string;
  /** Access token of the member, or null for a visitor. */
  accessToken: () => Promise<string | null>;
  /** Another one, after a call was refused as unauthorized. */
  renewAccessToken: () => Promise<string | null>;
  /** The bot check of the public forms. */
  botCheck: Params['bot_check'];
}

let connection: ApiConnection | null = null;
let loaded: ApiSlice | null = null;
const waiting: ((api: ApiSlice) => void)[] = [];

/** Called once by the shell, before the first request. */
export function connectApi(value: ApiConnection): void {
  connection = { ...value, baseUrl: value.baseUrl.replace(/\/$/, '') };
}

export function apiConnection(): ApiConnection {
  if (connection === null) throw new Error('connectApi was not called');
  return connection;
}

/** Calls back with the API at once if it has been loaded, else when it is, before anything can use it. */
export function whenApiLoaded(callback: (api: ApiSlice) => void): void {
  if (loaded) callback(loaded);
  else waiting.push(callback);
}

/** For the API alone: it has been loaded. */
export function announceApi(api: ApiSlice): void {
  loaded = api;
  for (const callback of waiting.splice(0)) callback(api);
}
