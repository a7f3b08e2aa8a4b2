/** Whom to believe about the visitor behind a connection. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether the `x-forwarded-*` headers are believed that come from this address, so many hops away. */
export type Trust = (address: string, hop: number) => boolean;

/** @param proxies Their addresses, networks, and names of networks (`uniquelocal`), in text with commas between them. */
export function trustIn(proxies: boolean | string | string[]): Trust {
  if (typeof proxies === 'boolean') return () => proxies;
  return proxyAddr.compile(typeof proxies === 'string' ? proxies.split(',').map((one) => one.trim()) : proxies);
}

/**
 * As `protocol` of a Fastify request, for one that has not become one: that of the nearest proxy, if it is believed. Servers themselves
 * have no TLS.
 */
export function protocolOf({ headers, socket }: IncomingMessage, trust: Trust): string {
  const given = headers['x-forwarded-proto'];
  if (typeof given !== 'string' || given === '' || !trust(socket.remoteAddress ?? '', 0)) return 'http';
  return given.slice(given.lastIndexOf(',') + 1).trim();
}
