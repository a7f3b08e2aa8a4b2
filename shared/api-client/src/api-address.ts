/**
 * Addresses in what the backend answers.
 *
 * Not part of what the shell provides: a remote that shows one brings it along.
 */
import type { ApiConnection } from './connection';

/** What the backend gives as an address is relative to the backend, which may be at another origin than the page. */
export function apiAddress(address: string, { baseUrl }: Pick<ApiConnection, 'baseUrl'>): string {
  const base = new URL(baseUrl, location.href);
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}
