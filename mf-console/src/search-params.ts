/** What stands after the question mark of the address, where the console keeps what a view shows. */
import { useLocation, useNavigate } from '@site/router';
import { useCallback, useMemo } from 'react';

type SetSearchParams = (next: URLSearchParams, options?: { replace?: boolean }) => void;

/** Both stay the same ones for as long as the address does. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const setParameters = useCallback<SetSearchParams>((next, options) => void navigate({ search: next.toString() }, options), [navigate]);
  return [parameters, setParameters];
}
