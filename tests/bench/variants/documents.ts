/** The documents of the comparison builds. */
import { join } from 'node:path';
import { repositoryRoot } from '@site/build/package-source';
import { pageModule } from '@site/build/webpack/remote-bundle-config';
import { COMPOSITION_ELEMENT_ID, type Composition, MANIFESTS_PATH } from '@site/contracts/composition';
import { startAfterPaint, trustedTypesPolicy } from '@site/edge/document/inline-scripts';
import type { BenchSite } from '../measure/bench-site';
import { json, type Text } from '../measure/h2-server';
import type { Built } from './build-variants';

/** The document of a page that is rendered in the browser, for an application that asks for all that it has to know. */
export const clientDocument = (scripts: string[]): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    scripts.map((script) => `<script defer src="/${script}"></script>`).join(''),
    '</head><body><div id="root"></div></body></html>',
  ].join('');

/** What a document of the site says of itself. */
export function compositionIn(document: string): Composition {
  const text = new RegExp(`id="${COMPOSITION_ELEMENT_ID}"[^>]*>(.*?)</script>`, 's').exec(document)?.[1];
  if (text === undefined) throw new Error('The document has no composition');
  return JSON.parse(text) as Composition;
}

/**
 * The document of a page of the one application, rendered ahead of time: what the site renders of the same sources, with the application's
 * scripts in the place of the site's. They are preloaded and started in the same way.
 * @param rendered Document of the site.
 */
export function prerenderedDocument(rendered: string, { scripts, imported }: Built): string {
  const [remote] = compositionIn(rendered).remotes;
  const page = remote?.routes.find((route) => 'page' in route)?.page;
  const ofPage = remote && page !== undefined ? imported.get(join(repositoryRoot, remote.name, pageModule(page))) : undefined;
  if (!ofPage) throw new Error('The application has no such page.');
  const preloads = [...new Set([...scripts, ...ofPage])].map(
    (script) => `<link rel="preload" as="script" href="/${script}" crossorigin="anonymous" fetchpriority="low">`,
  );
  const start = startAfterPaint(
    scripts.map((script) => ({ url: `/${script}`, integrity: null })),
    trustedTypesPolicy([]),
  );
  const [before, ...others] = rendered.split(/<link rel="preload" as="script"[^>]*>/);
  const own = [before, preloads.join(''), ...others]
    .join('')
    .replace(/<script>(?:(?!<\/script>).)*<\/script>(?=<noscript>)/s, () => `<script>${start}</script>`);
  if (others.length === 0 || !own.includes(start)) throw new Error('The document of the site is not as it was: its scripts are not found.');
  return own;
}

/** What the shell asks for when the page is idle, by its path: the manifest that a document of the site names. */
export async function manifestOf(rendered: string, site: Pick<BenchSite, 'json'>): Promise<Record<string, Text>> {
  const path = `${MANIFESTS_PATH}${compositionIn(rendered).manifest}`;
  return { [path]: json(await site.json(path)) };
}
