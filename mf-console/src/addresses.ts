/** Addresses of the console. The environment that a page is about is in its address; the usual one is not written. */
import * as paths from '@site/contracts/paths';
import { useSearchParams } from './search-params';

export const USUAL_ENVIRONMENT = 'production';
export const ENVIRONMENT_PARAMETER = 'environment';
/** By which column a list is sorted, and that it has also what has ended. */
export const SORT_PARAMETER = 'sort';
export const ALL_PARAMETER = 'all';

/** @param parameters Beside the environment: `{ to: '12' }`. */
export function consoleAddress(view: paths.ConsoleView | '', environment: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    ...(environment !== USUAL_ENVIRONMENT && { [ENVIRONMENT_PARAMETER]: environment }),
    ...parameters,
  });
  return (view === '' ? paths.consoleHome : paths.consoleView(view)) + behindPath(query);
}

/** @param parameters Such as `{ status: 'new' }`. */
export function deskAddress(view: paths.DeskView | '', parameters: Record<string, string> = {}): string {
  return (view === '' ? paths.deskHome : paths.deskView(view)) + behindPath(new URLSearchParams(parameters));
}

const behindPath = (query: URLSearchParams) => (query.size > 0 ? `?${query}` : '');

/** The environment that this page is about. */
export const useEnvironment = (): string => useSearchParams()[0].get(ENVIRONMENT_PARAMETER) ?? USUAL_ENVIRONMENT;
