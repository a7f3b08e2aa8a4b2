/** Which addresses webhooks may reach: nobody makes the registry ask what only it can reach. */
import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { registryError } from '../errors';

export interface WebhookOptions {
  /** Only https, and public addresses. */
  production: boolean;
  /** Hosts that may be reached by http and at private addresses nevertheless. */
  hosts: readonly string[];
}

export interface AddressPolicy {
  /** @throws AppError `webhook-address-refused` if the address is not of an allowed form. */
  assertForm(url: URL): void;
  /** The same, and if its host resolves to an address that is not public. A host that cannot be resolved may be there later. */
  assertAllowed(url: URL): Promise<void>;
  /** Resolves names for a connection to this host, and refuses addresses that are not public with {@link PrivateAddress}. */
  lookupFor(url: URL): LookupFunction;
}

/** A name resolved to an address that is not public. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';
  readonly code = 'PRIVATE_ADDRESS';
}

/** Resolves a name to all of its addresses. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>;

const resolveBySystem: ResolveName = (name) =>
  new Promise((resolve, reject) => resolveName(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found))));

export function createAddressPolicy({ production, hosts }: WebhookOptions, resolve: ResolveName = resolveBySystem): AddressPolicy {
  const isTrusted = (url: URL) => !production || hosts.includes(hostOf(url));

  function assertForm(url: URL): void {
    if (!['https:', 'http:'].includes(url.protocol)) throw refused('A webhook has an https address.');
    if (url.username !== '' || url.password !== '') throw refused('An address with a user name or a password is not taken: use its path.');
    if (isTrusted(url)) return;
    if (url.protocol !== 'https:') throw refused('A webhook is told by https alone, unless the operator allows its host.');
    if (isIP(hostOf(url)) !== 0 && !isPublic(hostOf(url))) throw refused(notPublic(url));
  }

  /** @throws PrivateAddress */
  async function resolvePublic(name: string): Promise<LookupAddress[]> {
    const found = await resolve(name);
    if (found.every(({ address }) => isPublic(address))) return found;
    throw new PrivateAddress(`${name} has an address that is not public`);
  }

  return {
    assertForm,
    async assertAllowed(url) {
      assertForm(url);
      if (isTrusted(url)) return;
      await resolvePublic(hostOf(url)).catch((error: unknown) => {
        if (error instanceof PrivateAddress) throw refused(notPublic(url));
      });
    },
    lookupFor: (url) => (name, options, callback) => {
      (isTrusted(url) ? resolve(name) : resolvePublic(name)).then(
        (found) => answer(found, options.all === true, callback),
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    },
  };
}

function answer(found: LookupAddress[], isAll: boolean, callback: Parameters<LookupFunction>[2]): void {
  const [first] = found;
  if (isAll || !first) callback(null, found);
  else callback(null, first.address, first.family);
}

const refused = (message: string) => registryError('webhook-address-refused', { message });

const notPublic = (url: URL): string => `${hostOf(url)} is not a public address. The operator can allow the host.`;

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** IANA's registry of special-purpose addresses, with multicast and what is reserved. */
const SPECIAL_IPV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Of global unicast, 2000::/3: those that tunnel to an IPv4 address are among them. */
const SPECIAL_IPV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits] of SPECIAL_IPV4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_IPV6) special.addSubnet(network, bits, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether everybody could reach an address. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
