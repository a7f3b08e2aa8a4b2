/** Whom a limit counts where it counts addresses. */
import { isIPv6 } from 'node:net';

/** Groups of 16 bits that a provider gives to one customer. Everybody has as many addresses below them as they like. */
const NETWORK_GROUPS = 4;

/** An IPv4 address as it is, also when it is written as IPv6; of an IPv6 address the first 64 bits. Anything else stays as it is. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  // The URL standard has one way to write an address.
  const [head = '', tail = ''] = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const groups = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  if (groups.slice(0, 6).join() === '0,0,0,0,0,ffff') return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
const bytesOf = (group: string): number[] => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255];
