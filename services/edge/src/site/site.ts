/**
 * Site: everything that one revision makes live, resolved from its releases. Immutable; a new revision is a new site. Documents,
 * compositions and preloads derive from a site alone, so a visitor never sees parts of two revisions in one page.
 */
import type { RemoteSource } from '@site/contracts/composition';
import type { Route } from '@site/contracts/remote-config';
import type { RouteTable } from '../routing/route-table';

/** A script or style sheet of a release at its public address. */
export interface SiteFile {
  url: string;
  /** Subresource Integrity value; null only for a development server. */
  integrity: string | null;
}

/** The server bundle of a release, as the renderer needs it. */
export interface ServerBundle {
  /** Identity of the release's bytes: name, version and digest. */
  id: string;
  name: string;
  version: string;
  /** Path inside the release. */
  path: string;
  integrity: string;
}

export interface SiteShell {
  version: string;
  /** Scripts that start the shell, in order. */
  entries: SiteFile[];
  /** Null when documents cannot be rendered ahead, as with a development server. */
  bundle: ServerBundle | null;
}

export interface SiteRemote {
  name: string;
  team: string;
  version: string;
  routes: Route[];
  entry: SiteFile;
  /** For each page, every file that showing it needs beyond the shell's entries. */
  pages: Record<string, SiteFile[]>;
  fallback: RemoteSource | null;
  bundle: ServerBundle | null;
}

export interface Site {
  environment: string;
  /** Number of the revision. */
  revision: number;
  shell: SiteShell;
  remotes: SiteRemote[];
  routes: RouteTable;
  /** Origins of development servers, which documents must be allowed to talk to. */
  developmentOrigins: string[];
}
