/**
 * The part of react-router-dom that the shell and the remotes may use. Sharing this facade instead of the library keeps the unused three
 * quarters of it out of the browser.
 */
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
export type { LinkProps, Location, NavLinkProps, To } from 'react-router-dom';
