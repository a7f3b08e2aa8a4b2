import type { ReactNode } from 'react';
import { PathMatcher } from '@site/contracts/path-pattern';
import { RouteParams, useLocation } from '@site/router';

interface RouteUnderTestProps {
  /** Pattern of the route. */
  path: string;
  /** The page of the route. */
  children: ReactNode;
  /** What any other address shows. */
  otherwise?: ReactNode;
}

/** Test-only: shows a page where its route is visited, as the shell does. */
export function RouteUnderTest({ path, children, otherwise = null }: RouteUnderTestProps) {
  const match = new PathMatcher([{ path }]).match(useLocation().pathname);
  return match ? <RouteParams value={match.params}>{children}</RouteParams> : otherwise;
}
