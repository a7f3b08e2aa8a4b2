/**
 * Site: everything that one target makes live for one choice, resolved from its releases. Immutable. Documents, compositions and preloads
 * derive from a site alone, so a visitor never sees parts of two targets in one page.
 */
import type { RemoteSource, ShellFallback } from '@site/contracts/composition';
import type { Params } from '@site/contracts/params';
import type { Route } from '@site/contracts/remote-config';
import type { Policy } from '@site/release-model/target';
import type { RouteTable } from '../routing/route-table';

/** A script or style sheet of a release at its public address. */
export interface SiteFile {
  url: string;
  /** Subresource Integrity value; null only for a development server. */
  integrity: string | null;
}

/** The server bundle of a release, as the renderer needs it. */
export interface ServerBundle {
  /** Identity of the release: name, version and id. */
  id: string;
  name: string;
  version: string;
  /** Path inside the release. */
  path: string;
  integrity: string;
}

/** Set while a part is switched off: what visitors read in its place. */
export type Disabled = { message: string } | null;

export interface SiteShell {
  version: string;
  /** Scripts that start the shell, in order. */
  entries: SiteFile[];
  fallback: ShellFallback | null;
  disabled: Disabled;
  /** Whether it takes the remotes of other pages from the manifest of the site. */
  readsManifest: boolean;
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
  disabled: Disabled;
  bundle: ServerBundle | null;
}

export interface Site {
  environment: string;
  /** Number of the revision. */
  revision: number;
  openTabs: Policy['openTabs'];
  params: Params;
  shell: SiteShell;
  remotes: SiteRemote[];
  routes: RouteTable;
  /** Origins of development servers, which documents must be allowed to talk to. */
  developmentOrigins: string[];
  /** Addresses of the events that reload open pages: when something was rebuilt. */
  rebuildEvents: string[];
}
