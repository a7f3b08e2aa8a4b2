/**
 * Composition: what the edge decided for one document. Inlined as JSON in the element with {@link COMPOSITION_ELEMENT_ID}, so that the
 * shell starts without a request of its own. A page keeps its composition for as long as it is open.
 */
import * as z from 'zod/mini';
import { paramsSchema } from './params';
import { integritySchema, releaseNameSchema, semverSchema } from './release';
import { routeSchema } from './remote-config';

export { COMPOSITION_ELEMENT_ID, LIVE_PATH, MANIFESTS_PATH } from './names';

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
  /** Tried in the browser when this version does not load. */
  fallback: z.nullable(remoteSourceSchema),
  /** Set while the remote is switched off: what visitors read in the place of its pages. */
  disabled: z.nullable(z.object({ message: z.string() })),
});

/** Another version of the shell, and its first script: a document that did not start asks whether it is there before it is loaded again. */
export const shellFallbackSchema = z.object({ version: semverSchema, entries: z.tuple([z.object({ url: z.string() })]) });

/**
 * When an open page takes over what is newer: on its next load, on its next navigation, or on its next navigation with a notice before.
 * Never while it has unsaved changes.
 */
export const openTabsSchema = z.enum(['next-load', 'next-navigation', 'notice']);

export const liveSchema = z.object({
  /** Of the composition that the visitor's next document has. */
  identity: z.string(),
  openTabs: openTabsSchema,
});

/** What is shown in place of what is live, to whoever has the link. */
export const shownPreviewSchema = z.object({
  /** ISO 8601 time. */
  expiresAt: z.iso.datetime(),
  releases: z.array(z.object({ name: releaseNameSchema, version: semverSchema })),
  /** Parts that come from a development server on the machine of whoever looks, which nobody has verified. */
  local: z.optional(z.array(z.object({ name: releaseNameSchema, origin: z.string() }))),
  /** Set where they are what a revision composed: its number, and its time in ISO 8601. */
  revision: z.optional(z.object({ number: z.int(), createdAt: z.iso.datetime() })),
});

/** All remotes of a composition with all their routes: what a document does not need for its own page. Fetched when the page is idle. */
export const siteManifestSchema = z.object({ remotes: z.array(composedRemoteSchema) });

export const compositionSchema = z.object({
  environment: z.string(),
  /** Number of the revision. */
  revision: z.int(),
  /** Of the releases in it. Another one says that a new document has other releases. */
  identity: z.string(),
  openTabs: openTabsSchema,
  shell: z.object({
    version: semverSchema,
    /** What the edge starts the next document with when this version does not load. */
    fallback: z.nullable(shellFallbackSchema),
  }),
  /** Those that the document knows, with the routes that it knows: of its own page, or all of them where it names no manifest. */
  remotes: z.array(composedRemoteSchema),
  /** Hash of the {@link siteManifestSchema manifest} of the site, which is its name. Null in a document that has it all. */
  manifest: z.nullable(z.string()),
  /**
   * Path of the address that the document shows. A browser may leave it before any script runs. Null where the document is that of several
   * addresses.
   */
  pathname: z.nullable(z.string()),
  /** What reports about the document are believed by. The same in all documents of a choice on a day; null in a preview, and before an edge can seal. */
  seal: z.nullable(z.string()),
  /** Set in a preview. */
  preview: z.nullable(shownPreviewSchema),
  params: paramsSchema,
});

export type Live = z.infer<typeof liveSchema>;
export type ShellFallback = z.infer<typeof shellFallbackSchema>;
export type RemoteSource = z.infer<typeof remoteSourceSchema>;
export type ComposedRemote = z.infer<typeof composedRemoteSchema>;
export type ShownPreview = z.infer<typeof shownPreviewSchema>;
export type SiteManifest = z.infer<typeof siteManifestSchema>;
export type Composition = z.infer<typeof compositionSchema>;
