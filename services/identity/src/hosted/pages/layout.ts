/** The frame of every hosted page: brand, one card, and the way back to the site. Plain HTML and one style sheet; a script where a passkey is asked for. */
import * as paths from '@site/contracts/paths';
import { html, type Html } from './html';

export interface Site {
  brand: string;
  /** Origin of the public site, without a trailing slash. */
  siteUrl: string;
  /** Address of the style sheet. */
  styleUrl: string;
  /** The script of passkeys. */
  script: { url: string; integrity: string };
}

export interface Page {
  title: string;
  /** A sentence under the heading. */
  lead?: Html | string;
  /** Whether it needs the script. */
  asksForPasskey?: boolean;
  body: Html;
}

export function layout(site: Site, page: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light" />
        <title>${page.title} | ${site.brand}</title>
        <link rel="stylesheet" href="${site.styleUrl}" />
        <link rel="icon" href="data:," />
        ${page.asksForPasskey && html`<script type="module" src="${site.script.url}" integrity="${site.script.integrity}"></script>`}
      </head>
      <body>
        <header class="brand">
          <a href="${site.siteUrl}/">${MARK}<span>${site.brand}</span></a>
        </header>
        <main class="card">
          <h1>${page.title}</h1>
          ${page.lead && html`<p class="lead">${page.lead}</p>`} ${page.body}
        </main>
        <footer class="foot">
          <a href="${site.siteUrl}/">Back to the site</a><a href="${site.siteUrl}${paths.privacy}">Privacy</a
          ><a href="${site.siteUrl}${paths.terms}">Terms</a>
        </footer>
      </body>
    </html> `.toString();
}

/** The mark of the site: four tesserae, of which one is being set. */
const MARK = html`<svg class="mark" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
  <rect x="1" y="1" width="12" height="12" rx="3" fill="#1f3fd6" />
  <rect x="15" y="1" width="12" height="12" rx="3" fill="#161a24" />
  <rect x="1" y="15" width="12" height="12" rx="3" fill="#161a24" />
  <rect x="16" y="16" width="10" height="10" rx="2.5" fill="none" stroke="#1f3fd6" stroke-width="2" />
</svg>`;
