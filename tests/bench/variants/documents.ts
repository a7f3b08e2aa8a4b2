/** The documents of the comparison builds. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { repositoryRoot } from '@site/build/package-source';
import { pageModule } from '@site/build/webpack/remote-bundle-config';
import { COMPOSITION_ELEMENT_ID, type Composition, MANIFESTS_PATH } from '@site/contracts/composition';
import { startAfterPaint, trustedTypesPolicy } from '@site/edge/document/inline-scripts';
import type { BenchSite } from '../measure/bench-site';
import { html, json, type Text } from '../measure/h2-server';
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

const SCRIPT_PRELOADS = /<link rel="preload" as="script"[^>]*>/;
const INLINE_SCRIPTS = /<script>((?:(?!<\/script>).)*)<\/script>/gs;
const PICTURES = /(?<=["/ ])assets\/[^/" ]+\/(?=_\/)/g;

/**
 * The document of a page of the one application, rendered ahead of time: what the site renders of the same sources, with the application's
 * scripts and pictures in the place of the site's. Scripts are preloaded and started in the same way.
 * @param rendered Document of the site.
 */
function prerenderedDocument(rendered: string, { scripts, imported }: Built): string {
  const [remote] = compositionIn(rendered).remotes;
  const page = remote?.routes.find((route) => 'page' in route)?.page;
  const ofPage = remote && page !== undefined ? imported.get(join(repositoryRoot, remote.name, pageModule(page))) : undefined;
  if (!ofPage) throw new Error('The application has no such page.');
  // Each as it is loaded later: webpack loads files of its own origin without CORS, and one that was preloaded otherwise once more.
  const preload = (script: string, mode: string): string => `<link rel="preload" as="script" href="/${script}"${mode} fetchpriority="low">`;
  const preloads = [
    ...scripts.map((script) => preload(script, ' crossorigin="anonymous"')),
    ...ofPage.filter((script) => !scripts.includes(script)).map((script) => preload(script, '')),
  ];
  const start = startAfterPaint(
    scripts.map((script) => ({ url: `/${script}`, integrity: null })),
    trustedTypesPolicy([]),
    [],
  );
  const [before = '', ...others] = rendered.split(SCRIPT_PRELOADS);
  const own = [before, preloads.join(''), ...others]
    .map((part) => part.replace(PICTURES, ''))
    .join('')
    .replace(/<script>(?:(?!<\/script>).)*<\/script>(?=<noscript>)/s, () => `<script>${start}</script>`);
  if (others.length === 0 || !own.includes(start)) throw new Error('The document of the site is not as it was: its scripts are not found.');
  return own;
}

/** What the site says with its documents so that browsers protect them. Each takes a browser some time. */
const PROTECTION = ['cross-origin-opener-policy', 'permissions-policy', 'referrer-policy', 'x-content-type-options', 'x-frame-options'];

/** The same protection as the site's. Its scripts are all its own, so the policy need not name them by their hashes, but for those in the document. */
function protectionOf(document: string, ofSite: Headers): Record<string, string> {
  const hashes = [...document.matchAll(INLINE_SCRIPTS)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  const policy = ofSite.get('content-security-policy') ?? '';
  const own = policy.replace(/script-src [^;]*/, `script-src 'self' ${hashes.join(' ')}`);
  const others = PROTECTION.map((name) => [name, ofSite.get(name)] as const);
  const missing = [
    ...others.filter(([, value]) => value === null).map(([name]) => name),
    ...(own === policy ? ['a policy of scripts'] : []),
  ];
  if (missing.length > 0) throw new Error(`The document of the site comes without ${missing.join(', ')}.`);
  return { 'content-security-policy': own, ...(Object.fromEntries(others) as Record<string, string>) };
}

/** What the one application answers at a route: the document of its page, protected as that of the site is. */
export async function prerendered(route: string, built: Built, site: Pick<BenchSite, 'document' | 'headers'>): Promise<Text> {
  const document = prerenderedDocument(await site.document(route), built);
  return html(document, protectionOf(document, await site.headers(route)));
}

/** What the shell asks for when the page is idle, by its path: the manifest that the document of a route of the site names. */
export async function manifestOf(route: string, site: Pick<BenchSite, 'document' | 'json'>): Promise<Record<string, Text>> {
  const path = `${MANIFESTS_PATH}${compositionIn(await site.document(route)).manifest}`;
  return { [path]: json(await site.json(path)) };
}
