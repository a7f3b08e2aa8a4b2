/** All that documents of one site are made of. */
import { createHash } from 'node:crypto';
import type { Composition, ShownPreview } from '@site/contracts/composition';
import { compose, type ComposedPage, ofPage, withoutGranted } from './composition/compose';
import { manifestOf, type NamedManifest } from './composition/site-manifest';
import type { RenderContext } from './prerendering/render-plan';
import type { Site } from './site/site';

export interface ComposedSite extends RenderContext {
  /** What tells the site from the others of its target. */
  key: string;
  /** What documents of pages that need a grant may say, and what all others may. */
  told: { granted: Told; other: Told };
  /** Characters of what documents are told, as JSON. */
  size: number;
}

interface Told {
  composition: Composition;
  /** Null where the shell needs all of the composition in its document. */
  manifest: NamedManifest | null;
}

/** The same site with the seal of a day in its documents. Rendered pages have nothing of it. */
export function sealed<Composed extends ComposedSite>(site: Composed, seal: string): Composed {
  const { granted, other } = site.told;
  const mark = (told: Told): Told => ({ ...told, composition: { ...told.composition, seal } });
  return { ...site, key: `${site.key} ${seal}`, told: { granted: mark(granted), other: mark(other) } };
}

/** As much of a site as its pages are rendered from. */
export function renderContextOf(site: Site, preview: ShownPreview | null = null): RenderContext {
  const paramsDigest = createHash('sha256').update(JSON.stringify(site.params)).digest('hex');
  return { site, composition: compose(site, preview), paramsDigest };
}

export function composeSite(key: string, site: Site, preview: ShownPreview | null = null): ComposedSite {
  const context = renderContextOf(site, preview);
  const tell = (composition: Composition): Told => ({
    composition,
    manifest: site.shell.readsManifest ? manifestOf(composition) : null,
  });
  const granted = tell(context.composition);
  const others = withoutGranted(context.composition);
  const other = others === context.composition ? granted : tell(others);
  return { ...context, key, told: { granted, other }, size: sizeOf(granted) + sizeOf(other) };
}

/** Characters as JSON. A manifest is most of that, and is JSON already. */
function sizeOf({ composition, manifest }: Told): number {
  const remotes = manifest ? manifest.text.length : JSON.stringify(composition.remotes).length;
  return remotes + JSON.stringify({ ...composition, remotes: [] }).length;
}

/** What the document of a page is told; null for a document that shows no page. */
export function compositionOf({ told }: ComposedSite, page: ComposedPage | null): Composition {
  const { composition, manifest } = toldTo(told, page);
  return manifest ? ofPage(composition, manifest.hash, page) : composition;
}

/** The manifest that the document of a page names. */
export const manifestFor = ({ told }: ComposedSite, page: ComposedPage | null): NamedManifest | null => toldTo(told, page).manifest;

/** Both manifests that documents of the site name. */
export const manifestsOf = ({ told: { granted, other } }: ComposedSite): NamedManifest[] =>
  [granted.manifest, other.manifest].filter((manifest) => manifest !== null);

const toldTo = ({ granted, other }: ComposedSite['told'], page: ComposedPage | null): Told =>
  page?.route.access === 'granted' ? granted : other;
