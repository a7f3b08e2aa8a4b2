/** Cookies of the edge. Scripts cannot read them. */
export const cookie = (name: string, value: string, maxAge: number, isSecure: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export function cookieOf(cookies: string | undefined, name: string): string | null {
  if (cookies === undefined) return null;
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
