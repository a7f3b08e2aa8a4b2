/** Where a request comes from, as much of it as is kept: the network without the part that names the machine, and the browser in words. */
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

export interface Visit {
  /** `198.51.100.0/24` or `2001:db8:0:0::/64`. */
  network: string;
  /** Such as `Firefox on Windows`. */
  device: string;
}

const UNKNOWN_DEVICE = 'An unknown browser';
/** Browsers say what they are in less; what a stranger writes beyond it is not read. */
const LONGEST_USER_AGENT = 400;
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(MAPPED_IPV4, '');
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0/24');
  const [head = [], tail] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = tail ? [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail] : head;
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN_DEVICE;
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  if (!browser.name) return UNKNOWN_DEVICE;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}

export const visitOf = (request: Pick<FastifyRequest, 'ip' | 'headers'>): Visit => ({
  network: networkOf(request.ip),
  device: deviceOf(request.headers['user-agent']),
});

const visits = new WeakMap<IncomingMessage, Visit>();

/** Lets {@link visitOfRaw} answer: the OpenID provider sees the raw request, and would believe any header about its address. */
export const rememberVisit = (request: FastifyRequest): void => void visits.set(request.raw, visitOf(request));

export const visitOfRaw = (request: IncomingMessage): Visit => visits.get(request) ?? { network: 'unknown', device: UNKNOWN_DEVICE };
