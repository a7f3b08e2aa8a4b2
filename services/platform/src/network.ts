/** Who counts as one caller, by network address. */
import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Of a /64. */
const GROUPS_OF_NETWORK = 4;
const IPV4_IN_IPV6 = /^::ffff:(\d+(?:\.\d+){3})$/i;

/**
 * The /64 network of an IPv6 address, because whoever has one address there has them all. An IPv4 address, also in the form of IPv6, stays what
 * it is, and so does everything that is no address.
 */
export function networkOf(caller: string): string {
  if (!isIPv6(caller)) return caller;
  const ipv4 = IPV4_IN_IPV6.exec(caller)?.[1];
  if (ipv4) return ipv4;
  const [address = ''] = caller.split('%');
  const [before = [], behind = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - behind.length) }, () => '0');
  const network = [...before, ...zeros, ...behind].slice(0, GROUPS_OF_NETWORK);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
