/**
 * Routing for the shell and the remotes: what they use of react-router-dom. Which route an address has is the shell's business
 * (`PathMatcher` of the contracts), so that the router's own matching stays out of the browser.
 */
export { BrowserRouter, Navigate, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
export type { Location, To } from 'react-router-dom';
export { Link, NavLink, type LinkProps } from './link';
export { RouteParams, useParams, type Params } from './route-params';
