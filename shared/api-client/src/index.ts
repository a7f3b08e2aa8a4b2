export { baseApi } from './base.api';
export { connectApi, type ApiConnection, type ApiError, type ApiRequest } from './base-query';
export { refusalOfForm, sendCheckedForm, type FormResult } from './checked-form';
