/** For tests only: a browser of the simplest kind: cookies, redirects and forms. */
import { createHash, randomBytes } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { IDENTITY_PREFIX, type IdentityConfig } from './config';
import { present } from './present';

interface Answer extends Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'> {
  cookies: { name: string; value: string; path?: string; expires?: Date; maxAge?: number }[];
}

/** The provider itself, or whatever brings requests to one. */
export interface TestProvider {
  inject(request: InjectOptions): Promise<Answer>;
}

export interface TestPage {
  status: number;
  url: string;
  text: string;
  headers: Answer['headers'];
}

export type TestBrowser = ReturnType<typeof createTestBrowser>;

/** Follows redirects within the provider and stops where they leave it, with an empty text. */
export function createTestBrowser(
  provider: TestProvider,
  origin = 'http://localhost:8080',
  from: { address?: string; userAgent?: string } = {},
) {
  const cookies = new Map<string, { value: string; path: string; attributes?: object }>();

  async function request(method: 'GET' | 'POST', address: string, form?: Record<string, string>): Promise<TestPage> {
    const url = new URL(address, origin);
    const jar = [...cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split('@')[0]}=${value}`);
    const answer = await provider.inject({
      method,
      url: url.pathname + url.search,
      ...(from.address && { remoteAddress: from.address }),
      headers: {
        cookie: jar.join('; '),
        'user-agent': from.userAgent ?? 'test',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value, path = '/', expires, maxAge, ...attributes } of answer.cookies) {
      if ((expires && expires <= new Date()) || maxAge === 0) cookies.delete(`${name}@${path}`);
      else cookies.set(`${name}@${path}`, { value, path, attributes });
    }
    const page = { status: answer.statusCode, url: url.href, text: answer.body, headers: answer.headers };
    if (answer.statusCode < 300 || answer.statusCode >= 400) return page;
    const next = new URL(String(answer.headers.location), url);
    return next.origin === origin && next.pathname.startsWith(IDENTITY_PREFIX)
      ? request('GET', next.href)
      : { ...page, url: next.href, text: '' };
  }

  return {
    cookies,
    open: (address: string) => request('GET', address),
    /** Sends the first form of a page whose action contains `where`, with its hidden values and what is typed. */
    submit: (page: TestPage, typed: Record<string, string>, where = '') => {
      const [, action, body] =
        [...page.text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find((found) => found[1]?.includes(where)) ?? [];
      if (action === undefined || body === undefined) throw new Error(`No form on ${page.url} (${page.status})`);
      const hidden = [...body.matchAll(/<input type="hidden" name="(\w+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
      return request('POST', new URL(action, page.url).href, { ...Object.fromEntries(hidden), ...typed });
    },
  };
}

/** A sign-in as the site starts it. */
export function authorizeRequest(config: IdentityConfig, extra: Record<string, string> = {}) {
  const verifier = randomBytes(64).toString('hex');
  const query = new URLSearchParams({
    client_id: config.clientId,
    redirect_uri: present(config.redirectUris[0], 'return address'),
    response_type: 'code',
    scope: 'openid email profile phone aws.cognito.signin.user.admin',
    state: 'the-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { url: `${config.issuer}/oauth2/authorize?${query.toString()}`, verifier };
}
