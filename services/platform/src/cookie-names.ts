/**
 * Names of cookies. Behind https they begin with what makes a browser refuse them from anybody else (RFC 6265bis, 4.1.3): neither another host of
 * the same domain nor somebody who answers over http can set one.
 */

/** Of a cookie for the whole host: it has `Path=/` and no domain. */
export const hostCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** Of a cookie for one path. Another host of the domain can set it. */
export const pathCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Secure-${name}` : name);
