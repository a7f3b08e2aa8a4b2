/**
 * The contract between the shell and a remote, version 1.
 *
 * A remote declares what it contributes in one static file, `remote.config.ts`. The build turns every page into one exposed
 * module, the registry checks who owns a path, and the shell builds its router from the declared routes alone.
 */
import * as z from 'zod/mini';
import { pathPattern } from './path-pattern';

export { containerName } from './names';
export { isPageRoute } from './page-route';

/** Version of the shell-remote contract that this source tree implements. A release states the one it was built for. */
export const CONTRACT_VERSION = 1;

/** Bounds of what a remote may declare. */
const ROUTE_LIMITS = {
  /** Routes of one remote. */
  routes: 200,
  /** Characters of a path. */
  path: 200,
  segments: 16,
  optionalSegments: 8,
};

const PATH = /^\/(?:(?::[\w-]+|[\w.-]+)\??(?:\/(?::[\w-]+|[\w.-]+)\??)*)?$/;

const path = z.string().check(
  z.maxLength(ROUTE_LIMITS.path),
  z.regex(PATH, 'a path starts with a slash and has no trailing slash; a segment is a name or a :parameter, optional with a ?'),
  z.refine((text) => pathPattern(text).length <= ROUTE_LIMITS.segments, `a path has at most ${ROUTE_LIMITS.segments} segments`),
  z.refine(
    (text) => pathPattern(text).filter(({ isOptional }) => isOptional).length <= ROUTE_LIMITS.optionalSegments,
    `a path has at most ${ROUTE_LIMITS.optionalSegments} optional segments`,
  ),
);

/** A route that shows a page of the remote. `path` is matched case-sensitively, as in `path-pattern.ts`. */
export const pageRouteSchema = z.object({
  path,
  /** Module of the page, relative to the remote's `src` folder, for example `./draft/draft-page`. */
  page: z.string().check(z.startsWith('./')),
  /** Title of the page, without the brand. */
  title: z.string().check(z.minLength(1)),
  /**
   * `public` pages are rendered ahead of time; `member` pages are rendered in the browser once the session is known. So are `granted` ones, which
   * are for few: documents of other pages do not mention them, so a link to one loads its document. The page itself finds out who may see it.
   */
  access: z.enum(['public', 'member', 'granted']),
});

/** A route that leads elsewhere on the site. Redirects are data, so that the edge can answer them with a status. */
export const redirectRouteSchema = z.object({ path, redirect: path });

export const routeSchema = z.union([pageRouteSchema, redirectRouteSchema]);

export const routesSchema = z.array(routeSchema).check(z.maxLength(ROUTE_LIMITS.routes));

export const remoteConfigSchema = z.object({
  /** Name of the remote: its package, its address under `/assets` and its name in the registry. */
  name: z.string().check(z.regex(/^mf-[a-z][a-z0-9-]*$/, 'a remote is named mf-<name>')),
  /** Team that owns and publishes the remote. */
  team: z.string().check(z.minLength(1)),
  routes: routesSchema,
});

export type PageRoute = z.infer<typeof pageRouteSchema>;
export type RedirectRoute = z.infer<typeof redirectRouteSchema>;
export type Route = z.infer<typeof routeSchema>;
export type RemoteConfig = z.infer<typeof remoteConfigSchema>;

/** Types a remote's configuration; the build validates it with {@link remoteConfigSchema}. */
export const defineRemote = (config: RemoteConfig): RemoteConfig => config;
