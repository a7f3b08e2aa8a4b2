/**
 * Composition: what the edge decided for one document. Inlined as JSON in the element with {@link COMPOSITION_ELEMENT_ID}, so that the
 * shell starts without a request of its own. A page keeps its composition for as long as it is open.
 */
import * as z from 'zod/mini';
import { paramsSchema } from './params';
import { integritySchema, releaseNameSchema, semverSchema } from './release';
import { routeSchema } from './remote-config';

export const COMPOSITION_ELEMENT_ID = 'site-composition';

/** One loadable version of a remote. */
export const remoteSourceSchema = z.object({
  version: semverSchema,
  /** Address of the remote entry script. */
  entry: z.string(),
  /** Hash of that script. It carries the hashes of all other scripts of the version. Null only for a development server. */
  integrity: z.nullable(integritySchema),
});

export const composedRemoteSchema = z.object({
  name: releaseNameSchema,
  team: z.string(),
  ...remoteSourceSchema.shape,
  routes: z.array(routeSchema),
  /** For each page, the addresses of the scripts that showing it needs, remote entry included, for preloading before a navigation. */
  pages: z.record(z.string(), z.array(z.string())),
  /** Tried in the browser when this version does not load. */
  fallback: z.nullable(remoteSourceSchema),
});

export const compositionSchema = z.object({
  environment: z.string(),
  revision: z.int(),
  shell: z.object({ version: semverSchema }),
  remotes: z.array(composedRemoteSchema),
  params: paramsSchema,
});

export type RemoteSource = z.infer<typeof remoteSourceSchema>;
export type ComposedRemote = z.infer<typeof composedRemoteSchema>;
export type Composition = z.infer<typeof compositionSchema>;
