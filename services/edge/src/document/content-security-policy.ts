/** What a document may load and talk to. Everything else is refused by the browser. */
import { createHash } from 'node:crypto';
import type { Params } from '@site/contracts/params';

/** What a document itself brings, which the policy names by its hash. */
export interface PolicyContent {
  /** Texts of its inline scripts. */
  scripts: readonly string[];
  /** Integrity values of the scripts that its elements name. */
  files: readonly string[];
  /** Texts of its style elements. */
  styles: readonly string[];
}

/** Emotion fills empty style elements rule by rule, which is no text of theirs. */
const EMPTY_TEXT = '';

/** @param developmentOrigins Development servers (`http://localhost:3001`), whose pictures and rebuild sockets are allowed. */
export function contentSecurityPolicy(
  params: Params,
  developmentOrigins: readonly string[],
  { scripts, files, styles }: PolicyContent,
): string {
  const services = serviceOrigins(params);
  const sockets = developmentOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // A script with one of these hashes may load others: that is how the shell loads remotes, each with its integrity hash. The files are
    // named for the preloads, which browsers refuse otherwise.
    'script-src': ["'strict-dynamic'", ...scripts.map(sha256), ...files.map((integrity) => `'${integrity}'`)],
    'style-src': [EMPTY_TEXT, ...styles].map(sha256),
    'img-src': ["'self'", 'data:', 'blob:', ...services.api, ...services.analytics, ...developmentOrigins],
    'font-src': ["'self'", 'data:', ...developmentOrigins],
    'connect-src': [
      "'self'",
      ...services.api,
      ...services.identity,
      ...services.analytics,
      ...services.botCheck,
      ...developmentOrigins,
      ...sockets,
    ],
    'frame-src': [...originOf(params.contact.mapUrl), ...services.botCheck],
    'worker-src': ["'self'", 'blob:'],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    // Text reaches the places where it would run only through the policy that `inline-scripts.ts` installs.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': thirdPartyScriptOrigins(params).length > 0 ? ['*'] : ['default'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length > 0 ? [...new Set(sources)].join(' ') : "'none'"}`)
    .join('; ');
}

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Origins of scripts that are not ours. They bring Trusted Types policies of their own, under names that they change. */
export const thirdPartyScriptOrigins = (params: Params): string[] => [
  ...(params.analytics_tag === undefined ? [] : ['https://www.googletagmanager.com']),
  ...(params.bot_check.kind === 'recaptcha' ? ['https://www.google.com', 'https://www.gstatic.com'] : []),
];

const GOOGLE_ANALYTICS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'];

function serviceOrigins(params: Params) {
  return {
    api: originOf(params.goa_base_url),
    identity: identityOrigins(params.Auth),
    analytics: params.analytics_tag === undefined ? [] : GOOGLE_ANALYTICS,
    botCheck: params.bot_check.kind === 'recaptcha' ? ['https://www.google.com'] : [],
  };
}

function identityOrigins(auth: Params['Auth']): string[] {
  const { region, userPoolEndpoint, identityPoolEndpoint } = auth;
  return [
    ...hostedPageOrigins(auth.domain),
    ...originOf(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`),
    ...originOf(identityPoolEndpoint ?? `https://cognito-identity.${region}.amazonaws.com`),
  ];
}

/** The hosted page is named without a scheme: it is https, except on this machine. */
function hostedPageOrigins(domain: string): string[] {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/.test(domain);
  return originOf(`${isLocal ? 'http' : 'https'}://${domain}`);
}

/** Nothing for an address of the site itself, such as `/api`. */
function originOf(address: string): string[] {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? [url.origin] : [];
}
