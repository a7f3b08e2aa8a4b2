/** Builds the HTML of a document: everything that a page needs to be seen and to start, in one response. */
import { randomUUID } from 'node:crypto';
import { COMPOSITION_ELEMENT_ID } from '@site/contracts/composition';
import { RENDERED_STYLE_ATTRIBUTE, type RenderedStyle, type RenderOutput } from '@site/contracts/prerender';
import type { Site, SiteFile } from '../site/site';
import { contentSecurityPolicy, thirdPartyScriptOrigins } from './content-security-policy';
import { escapeHtml, styleText } from './escape';
import {
  developmentReload,
  INTERIM_TITLE,
  interimTitleRemoval,
  sessionMark,
  start,
  startAfterPaint,
  trustedTypesPolicy,
} from './inline-scripts';

export interface DocumentParts {
  site: Site;
  /** The composition as JSON that is safe inside a script element. */
  compositionJson: string;
  /** Files beyond the shell's entries that this page needs. */
  files: readonly SiteFile[];
  /** What the renderer made of the page; null leaves rendering to the browser. */
  rendered: RenderOutput | null;
  /** Title until the browser has rendered the page. */
  interimTitle: string;
}

/** A document that lacks nothing but the nonce of a response. */
export interface PreparedDocument {
  html(nonce: string): string;
  policy(nonce: string): string;
  /** Characters, for keeping. */
  size: number;
}

// Unguessable, so that no text of a page can be taken for a place of the nonce.
const NONCE = randomUUID();
const nonceAttribute = `nonce="${NONCE}"`;

export const DEVELOPMENT_EVENTS = '/_dev/events';

export function prepareDocument(parts: DocumentParts): PreparedDocument {
  const { params, developmentOrigins } = parts.site;
  const text = markup(parts);
  const html = text.split(NONCE);
  const policy = contentSecurityPolicy(params, developmentOrigins, NONCE).split(NONCE);
  return { html: (nonce) => html.join(nonce), policy: (nonce) => policy.join(nonce), size: text.length };
}

function markup({ site, compositionJson, files, rendered, interimTitle }: DocumentParts): string {
  const { params } = site;
  const isDeveloped = site.developmentOrigins.length > 0;
  const scriptPolicy = trustedTypesPolicy([...thirdPartyScriptOrigins(params), ...site.developmentOrigins]);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    rendered ? '' : inlineScript(scriptPolicy),
    inlineScript(sessionMark(params.Auth)),
    rendered ? rendered.head : `<title ${INTERIM_TITLE}>${escapeHtml(interimTitle)}</title>`,
    rendered ? '' : inlineScript(interimTitleRemoval),
    isDeveloped ? inlineScript(developmentReload(DEVELOPMENT_EVENTS)) : '',
    [...site.shell.entries, ...files].map((file) => preloadElement(file, rendered ? LATER : '')).join(''),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="alternate icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><meta name="format-detection" content="telephone=no">',
    (rendered?.styles ?? []).map(styleElement).join(''),
    `</head><body><div id="root">${rendered?.html ?? ''}</div>`,
    // Behind what is seen, which need not wait for it.
    `<script type="application/json" id="${COMPOSITION_ELEMENT_ID}" ${nonceAttribute}>${compositionJson}</script>`,
    inlineScript(rendered ? startAfterPaint(site.shell.entries, scriptPolicy) : start(site.shell.entries)),
    '<noscript>This page needs JavaScript for its forms and menus.</noscript></body></html>',
  ].join('');
}

const inlineScript = (code: string) => `<script ${nonceAttribute}>${code}</script>`;

/** In a rendered document, pictures in view come before scripts. */
const LATER = ' fetchpriority="low"';

function preloadElement(file: SiteFile, priority: string): string {
  const kind = file.url.endsWith('.css') ? 'style' : 'script';
  return `<link rel="preload" as="${kind}" ${nonceAttribute} href="${escapeHtml(file.url)}"${verification(file)}${priority}>`;
}

/** Mode and hash must be those of the later load, or the browser fetches the file a second time. */
const verification = ({ integrity }: SiteFile) => `${integrity === null ? '' : ` integrity="${integrity}"`} crossorigin="anonymous"`;

const styleElement = ({ names, css }: RenderedStyle) =>
  `<style ${RENDERED_STYLE_ATTRIBUTE}="${escapeHtml(names)}" ${nonceAttribute}>${styleText(css)}</style>`;
