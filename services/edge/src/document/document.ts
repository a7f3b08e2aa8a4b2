/** Builds the HTML of a document: everything that a page needs to be seen and to start, in one response. */
import { COMPOSITION_ELEMENT_ID } from '@site/contracts/composition';
import { RENDERED_STYLE_ATTRIBUTE, type RenderedStyle, type RenderOutput } from '@site/contracts/prerender';
import { escapeHtml } from '@site/platform/html';
import type { Site, SiteFile } from '../site/site';
import { contentSecurityPolicy, thirdPartyScriptOrigins } from './content-security-policy';
import { styleText } from './escape';
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
import { isVerified, preloadOf, type VerifiedFile } from './preloaded-files';

export interface DocumentParts {
  site: Site;
  /** The composition as JSON that is safe inside a script element. */
  compositionJson: string;
  /** Files beyond the shell's entries that this page needs. */
  files: readonly SiteFile[];
  /** Of a page that needs a grant: its files are preloaded where there is a session only, and search engines do not list it. */
  isForFew?: boolean;
  /** What the renderer made of the page; null leaves rendering to the browser. */
  rendered: RenderOutput | null;
  /** Whether the renderer is still at it: a browser without scripts asks again. */
  isLate: boolean;
  /** Title until the browser has rendered the page, and of one that says none. */
  interimTitle: string;
}

/** A document as every visitor with the same choice gets it. */
export interface BuiltDocument {
  html: string;
  policy: string;
}

export function buildDocument(parts: DocumentParts): BuiltDocument {
  const { site, rendered, isForFew = false } = parts;
  const [frame, page] = [site.shell.entries, parts.files].map((files) => files.filter(isVerified)) as [VerifiedFile[], VerifiedFile[]];
  // Those of a page for few are asked for where there is a session; those of a rendered page once it is painted, as those of the shell were.
  const isAskedLater = isForFew || (rendered !== null && frame.length > 0);
  const scripts = inlineScripts(parts, isAskedLater ? page : []);
  const styles = (rendered?.styles ?? []).map(({ names, css }) => ({ names, css: styleText(css) }));
  return {
    html: markup(parts, { scripts, styles, preloads: isAskedLater ? frame : [...frame, ...page] }),
    policy: contentSecurityPolicy(site.params, site.developmentOrigins, {
      scripts: [...scripts.first, scripts.last],
      files: [...frame, ...page].map(({ integrity }) => integrity),
      styles: styles.map(({ css }) => css),
    }),
  };
}

/** The texts of the scripts in the head, in their order, and of the one at the end. */
interface InlineScripts {
  first: string[];
  last: string;
}

/** A page of a remote that knows nothing of this site may say none. */
const hasTitle = (rendered: RenderOutput | null): boolean => rendered?.head.includes('<title') ?? false;

/** @param later Files that the head does not ask for. */
function inlineScripts({ site, rendered }: DocumentParts, later: readonly VerifiedFile[]): InlineScripts {
  const { params, developmentOrigins, rebuildEvents, shell } = site;
  const scriptPolicy = trustedTypesPolicy([...thirdPartyScriptOrigins(params), ...developmentOrigins]);
  const development = rebuildEvents.map(developmentReload);
  const ofTitle = hasTitle(rendered) ? [] : [interimTitleRemoval];
  return rendered
    ? {
        first: [sessionMark(params.Auth), earlyPresses, ...ofTitle, ...development],
        last: startAfterPaint(shell.entries, scriptPolicy, later),
      }
    : { first: [scriptPolicy, sessionMark(params.Auth, later), ...ofTitle, ...development], last: start(shell.entries) };
}

interface Inserted {
  scripts: InlineScripts;
  styles: readonly RenderedStyle[];
  preloads: readonly VerifiedFile[];
}

function markup(
  { compositionJson, isForFew, rendered, isLate, interimTitle }: DocumentParts,
  { scripts, styles, preloads }: Inserted,
): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    scripts.first.map(scriptElement).join(''),
    hasTitle(rendered) ? '' : `<title ${INTERIM_TITLE}>${escapeHtml(interimTitle)}</title>`,
    rendered?.head ?? '',
    isLate ? ASK_AGAIN : '',
    isForFew ? '<meta name="robots" content="noindex">' : '',
    preloads.map((file) => preloadElement(file, rendered ? LATER : '')).join(''),
    // Browsers that take no SVG ask for /favicon.ico by themselves.
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><meta name="format-detection" content="telephone=no">',
    styles.map(styleElement).join(''),
    `</head><body><div id="root">${rendered?.html ?? ''}</div>`,
    // Behind what is seen, which need not wait for it.
    `<script type="application/json" id="${COMPOSITION_ELEMENT_ID}">${compositionJson}</script>`,
    scriptElement(scripts.last),
    `<noscript>${rendered || isLate ? 'This page needs JavaScript for its forms and menus.' : NEEDS_SCRIPTS}</noscript></body></html>`,
  ].join('');
}

/** Where nothing else is seen without scripts. */
const NEEDS_SCRIPTS = 'This page needs JavaScript. <a href="/">Go to the home page</a>';

const scriptElement = (code: string) => `<script>${code}</script>`;

/** Scripts need not wait for the renderer. */
const ASK_AGAIN = '<noscript><meta http-equiv="refresh" content="1"></noscript>';

/** In a rendered document, pictures in view come before scripts. */
const LATER = ' fetchpriority="low"';

function preloadElement(file: VerifiedFile, priority: string): string {
  const { rel, as, href, integrity } = preloadOf(file);
  // Without a value it is `anonymous`.
  return `<link rel="${rel}" as="${as}" href="${escapeHtml(href)}" integrity="${integrity}" crossorigin${priority}>`;
}

const styleElement = ({ names, css }: RenderedStyle) => `<style ${RENDERED_STYLE_ATTRIBUTE}="${escapeHtml(names)}">${css}</style>`;
