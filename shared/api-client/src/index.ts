export { baseApi } from './base.api';
export { apiConnection, connectApi, type ApiConnection, type ApiError, type ApiRequest } from './base-query';
