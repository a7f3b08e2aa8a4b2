/** Cookies of the edge. Scripts cannot read them. */
import { hostCookie } from '@site/platform/cookie-names';

/** @param isSecure Whether the browser came by https. */
export const cookie = (name: string, value: string, maxAge: number, isSecure: boolean): string =>
  `${hostCookie(name, isSecure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export function cookieOf(cookies: string | undefined, name: string, isSecure: boolean): string | null {
  if (cookies === undefined) return null;
  const start = `${hostCookie(name, isSecure)}=`;
  // Most requests have none of them.
  if (!cookies.includes(start)) return null;
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? null;
}
