/** Where a request comes from, as much of it as is kept: the network without the part that names the machine, and the browser in words. */
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import { networkOf } from '@site/platform/network';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

export interface Visit {
  /** `198.51.100.0/24`, `2001:db8:0:0::/64` or `unknown`. */
  network: string;
  /** Such as `Firefox on Windows`. */
  device: string;
}

const UNKNOWN_NETWORK = 'unknown';
const UNKNOWN_DEVICE = 'An unknown browser';
/** Browsers say what they are in less; what a stranger writes beyond it is not read. */
const LONGEST_USER_AGENT = 400;

export function shownNetwork(address: string): string {
  if (!isIP(address)) return UNKNOWN_NETWORK;
  const network = networkOf(address);
  return isIPv4(network) ? network.replace(/\d+$/, '0/24') : network;
}

export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN_DEVICE;
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  if (!browser.name) return UNKNOWN_DEVICE;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}

export const visitOf = (request: Pick<FastifyRequest, 'ip' | 'headers'>): Visit => ({
  network: shownNetwork(request.ip),
  device: deviceOf(request.headers['user-agent']),
});

const visits = new WeakMap<IncomingMessage, Visit>();

/** Lets {@link visitOfRaw} answer: the OpenID provider sees the raw request, and would believe any header about its address. */
export const rememberVisit = (request: FastifyRequest): void => void visits.set(request.raw, visitOf(request));

export const visitOfRaw = (request: IncomingMessage): Visit => visits.get(request) ?? { network: UNKNOWN_NETWORK, device: UNKNOWN_DEVICE };
