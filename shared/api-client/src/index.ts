export { baseApi } from './base.api';
export type { ApiError, ApiRequest } from './base-query';
export { apiConnection, type ApiConnection } from './connection';
