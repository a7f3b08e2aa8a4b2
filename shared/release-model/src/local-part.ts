/** Local part: a remote that a development server on the machine of whoever looks at it serves in place of a release. Nothing about it is verified. */
import { routesSchema } from '@site/contracts/remote-config';
import { type ReleaseDescriptor, SHELL_NAME } from '@site/contracts/release';
import * as z from 'zod/mini';
import { PathClaims } from './path-ownership';
import { pathOwnedTwice } from './solver';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether a host name stands for the machine itself. */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);

/** Whether a text is an address of HTTP on the machine itself, without a user name or password. */
export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && isLoopbackHost(hostname) && username === '' && password === '';
}

export const localEntrySchema = z.string().check(
  z.maxLength(200),
  z.refine((text) => isLoopbackUrl(text), 'an entry is an address on this machine'),
);

export const localPartSchema = z.object({
  /** Address of the script that starts the remote. */
  entry: localEntrySchema,
  routes: routesSchema,
});

export type LocalPart = z.infer<typeof localPartSchema>;

/** Local parts by name. */
export type LocalParts = Readonly<Record<string, LocalPart>>;

/**
 * @param others Releases that can be shown beside the local parts. Whether those fit together is not looked at.
 * @throws Refusal `path-owned-twice` when a local part declares what another one has.
 */
export function assertPathsFree(local: LocalParts, others: readonly ReleaseDescriptor[]): void {
  const claims = new PathClaims<string>();
  const shown = [...others.filter(({ name }) => name !== SHELL_NAME && !local[name]), ...named(local)];
  for (const { name, routes } of shown) {
    for (const route of routes) {
      const owner = claims.add(route, name).find((other) => other !== name && (name in local || other in local));
      if (owner !== undefined) throw pathOwnedTwice(route.path, [owner, name]);
    }
  }
}

const named = (local: LocalParts) => Object.entries(local).map(([name, { routes }]) => ({ name, routes }));

/** Names and origins, as people read them. */
export const localOrigins = (local: LocalParts): { name: string; origin: string }[] =>
  Object.entries(local).map(([name, { entry }]) => ({ name, origin: new URL(entry).origin }));
