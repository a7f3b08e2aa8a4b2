/** Builds the HTML of a document: everything that a page needs to be seen and to start, in one response. */
import { COMPOSITION_ELEMENT_ID } from '@site/contracts/composition';
import { RENDERED_STYLE_ATTRIBUTE, type RenderedStyle, type RenderOutput } from '@site/contracts/prerender';
import type { Site, SiteFile } from '../site/site';
import { contentSecurityPolicy, thirdPartyScriptOrigins } from './content-security-policy';
import { escapeHtml, styleText } from './escape';
import {
  developmentReload,
  INTERIM_TITLE,
  interimTitleRemoval,
  earlyPresses,
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

/** A document as every visitor with the same choice gets it. */
export interface BuiltDocument {
  html: string;
  policy: string;
}

export function buildDocument(parts: DocumentParts): BuiltDocument {
  const { site, rendered } = parts;
  const preloads = [...site.shell.entries, ...parts.files].filter(isVerified);
  const scripts = inlineScripts(parts);
  const styles = (rendered?.styles ?? []).map(({ names, css }) => ({ names, css: styleText(css) }));
  return {
    html: markup(parts, { scripts, styles, preloads }),
    policy: contentSecurityPolicy(site.params, site.developmentOrigins, {
      scripts: [...scripts.first, scripts.last],
      files: preloads.map(({ integrity }) => integrity),
      styles: styles.map(({ css }) => css),
    }),
  };
}

type VerifiedFile = SiteFile & { integrity: string };

/** The policy knows scripts by their hash. Those of a development server have none, and are loaded when the shell asks for them. */
const isVerified = (file: SiteFile): file is VerifiedFile => file.integrity !== null;

/** The texts of the scripts in the head, in their order, and of the one at the end. */
interface InlineScripts {
  first: string[];
  last: string;
}

function inlineScripts({ site, rendered }: DocumentParts): InlineScripts {
  const { params, developmentOrigins, rebuildEvents, shell } = site;
  const scriptPolicy = trustedTypesPolicy([...thirdPartyScriptOrigins(params), ...developmentOrigins]);
  const development = rebuildEvents.map(developmentReload);
  return rendered
    ? { first: [sessionMark(params.Auth), earlyPresses, ...development], last: startAfterPaint(shell.entries, scriptPolicy) }
    : { first: [scriptPolicy, sessionMark(params.Auth), interimTitleRemoval, ...development], last: start(shell.entries) };
}

interface Inserted {
  scripts: InlineScripts;
  styles: readonly RenderedStyle[];
  preloads: readonly VerifiedFile[];
}

function markup({ compositionJson, rendered, interimTitle }: DocumentParts, { scripts, styles, preloads }: Inserted): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    scripts.first.map(scriptElement).join(''),
    rendered ? rendered.head : `<title ${INTERIM_TITLE}>${escapeHtml(interimTitle)}</title>`,
    preloads.map((file) => preloadElement(file, rendered ? LATER : '')).join(''),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="alternate icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><meta name="format-detection" content="telephone=no">',
    styles.map(styleElement).join(''),
    `</head><body><div id="root">${rendered?.html ?? ''}</div>`,
    // Behind what is seen, which need not wait for it.
    `<script type="application/json" id="${COMPOSITION_ELEMENT_ID}">${compositionJson}</script>`,
    scriptElement(scripts.last),
    '<noscript>This page needs JavaScript for its forms and menus.</noscript></body></html>',
  ].join('');
}

const scriptElement = (code: string) => `<script>${code}</script>`;

/** In a rendered document, pictures in view come before scripts. */
const LATER = ' fetchpriority="low"';

/** Mode and hash must be those of the later load, or the browser fetches the file a second time. */
function preloadElement({ url, integrity }: VerifiedFile, priority: string): string {
  const kind = url.endsWith('.css') ? 'style' : 'script';
  return `<link rel="preload" as="${kind}" href="${escapeHtml(url)}" integrity="${integrity}" crossorigin="anonymous"${priority}>`;
}

const styleElement = ({ names, css }: RenderedStyle) => `<style ${RENDERED_STYLE_ATTRIBUTE}="${escapeHtml(names)}">${css}</style>`;
