import type { PageRoute, Route } from './remote-config';

/** Whether a route shows a page (and is not a redirect). */
export const isPageRoute = (route: Route): route is PageRoute => 'page' in route;
