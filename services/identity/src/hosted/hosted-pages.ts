/** The hosted pages of one deployment: its brand and addresses, and the policy under which a browser shows them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { IdentityConfig } from '../config';
import type { Site } from './pages/layout';
import { errorPage, signedOutPage, signOutPage } from './pages/plain-pages';

export type HostedPages = ReturnType<typeof createHostedPages>;

export function createHostedPages(config: IdentityConfig) {
  const style = readAsset('hosted.css', 'text/css');
  const script = readAsset('passkeys.mjs', 'text/javascript');
  const base = `${new URL(config.issuer).pathname}/assets`;
  const site: Site = {
    brand: config.brand,
    siteUrl: config.siteUrl,
    styleUrl: `${base}/${style.name}`,
    script: { url: `${base}/${script.name}`, integrity: `sha384-${createHash('sha384').update(script.content).digest('base64')}` },
  };

  return {
    site,
    assets: [style, script],
    /**
     * Sets the headers that every page needs, through the setter of whichever server answers.
     * @param program Origin of the program to which a sign-in returns, where it is one.
     */
    applyPolicy(set: (name: string, value: string) => void, program?: string): void {
      set('content-security-policy', contentSecurityPolicy(config, site.script.url, program));
      set('cache-control', 'no-store');
      set('referrer-policy', 'no-referrer');
      set('x-content-type-options', 'nosniff');
      set('x-frame-options', 'DENY');
    },
    protocolError(code: string, isSignOut: boolean): string {
      const title = isSignOut ? 'Sign-out did not happen' : 'Sign-in did not start';
      const message = PROTOCOL_ERRORS[code] ?? `The request to sign ${isSignOut ? 'out' : 'in'} was not valid.`;
      return errorPage(site, { title, message, code });
    },
    notFound: () => errorPage(site, { title: 'There is no such page', message: 'Nothing is at this address.' }),
    signOut: (action: string, xsrf: string) => signOutPage(site, action, xsrf),
    signedOut: () => signedOutPage(site),
  };
}

const PROTOCOL_ERRORS: Record<string, string> = {
  invalid_client: 'The application that sent you here is not known.',
  invalid_redirect_uri: 'The application asked to return to an address that is not registered.',
  server_error: 'Something went wrong here. Please, try again in a moment.',
};

/** A file beside the pages, under a name that changes with its content. */
function readAsset(file: string, type: string) {
  const content = readFileSync(fileURLToPath(new URL(`./pages/${file}`, import.meta.url)), 'utf8');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { name: file.replace(/(?=\.\w+$)/, `.${hash}`), type, content };
}

/**
 * One script, by its address. After a form is sent, browsers apply `form-action` to the redirects that follow too, so the places to which a sign-in
 * returns are named beside this one.
 */
function contentSecurityPolicy(config: IdentityConfig, scriptUrl: string, program: string | undefined): string {
  const origins = new Set([...config.redirectUris, ...config.logoutUris].map((uri) => new URL(uri).origin));
  if (program !== undefined) origins.add(program);
  origins.delete(new URL(config.issuer).origin);
  return [
    "default-src 'none'",
    `script-src ${config.siteUrl}${scriptUrl}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...origins].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
