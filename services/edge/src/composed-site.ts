/** All that documents of one site are made of. */
import { createHash } from 'node:crypto';
import type { Composition, ShownPreview } from '@site/contracts/composition';
import { compose, withoutGranted } from './composition/compose';
import { scriptJson } from './document/escape';
import type { RenderContext } from './prerendering/render-plan';
import type { Site } from './site/site';

export interface ComposedSite extends RenderContext {
  /** What tells the site from the others of its target. */
  key: string;
  /** In documents of pages that need a grant, and in all others. */
  compositionJson: { granted: string; other: string };
}

/** The same site with the seal of a day in its documents. Rendered pages have nothing of it. */
export function sealed(site: ComposedSite, seal: string): ComposedSite {
  return { ...site, key: `${site.key} ${seal}`, compositionJson: inJson({ ...site.composition, seal }) };
}

export function composeSite(key: string, site: Site, preview: ShownPreview | null = null): ComposedSite {
  const composition = compose(site, preview);
  const paramsDigest = createHash('sha256').update(JSON.stringify(site.params)).digest('hex');
  return { key, site, composition, compositionJson: inJson(composition), paramsDigest };
}

const inJson = (composition: Composition) => ({ granted: scriptJson(composition), other: scriptJson(withoutGranted(composition)) });
