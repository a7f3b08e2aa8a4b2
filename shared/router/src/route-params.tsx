import { createContext, useContext, type ReactNode } from 'react';

/** Values of the parameters in a route's path, decoded, by name. An optional one that the address does not have is left out. */
export type Params = Readonly<Partial<Record<string, string>>>;

const NONE: Params = {};
const RouteParamsContext = createContext(NONE);

/** Around the page of a route. */
export function RouteParams({ value, children }: { value: Params; children: ReactNode }) {
  return <RouteParamsContext value={value}>{children}</RouteParamsContext>;
}

export const useParams = (): Params => useContext(RouteParamsContext);
