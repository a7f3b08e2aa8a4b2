export { baseApi } from './base.api';
export type { ApiRequest, Repetition } from './base-query';
export type { ApiError } from './call';
export { apiConnection, type ApiConnection } from './connection';
