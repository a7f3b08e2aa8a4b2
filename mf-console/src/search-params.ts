/** What stands after the question mark of the address, where the console keeps what a view shows. */
import { useLocation, useNavigate } from '@site/router';

type SetSearchParams = (next: URLSearchParams, options?: { replace?: boolean }) => void;

export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation();
  const navigate = useNavigate();
  return [new URLSearchParams(search), (next, options) => void navigate({ search: next.toString() }, options)];
}
