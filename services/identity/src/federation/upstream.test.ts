import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Provider } from 'oidc-provider';
import {
  authorizeRequest,
  createTestBrowser,
  createTestIdentity,
  exchange,
  type TestBrowser,
  type TestIdentity,
} from '../identity-testing';

jest.setTimeout(300_000);
// The provider that plays the foreign one keeps its defaults, and says so at length.
for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);

const CALLBACK = 'http://localhost:8080/_idp/oauth2/idpresponse';

/** A foreign OpenID provider that signs in at once whoever `person` is. */
function startUpstream() {
  let person: { sub: string; email: string; email_verified: boolean } | 'cancels';
  const seen: Record<string, string | undefined>[] = [];
  let provider: Provider;

  const server: Server = createServer((request, response) => {
    if (!request.url!.startsWith('/interaction/')) return void provider.callback()(request, response);
    void provider.interactionDetails(request, response).then(({ params }) => {
      seen.push(params as Record<string, string>);
      const result = person === 'cancels' ? { error: 'access_denied' } : { login: { accountId: person.sub } };
      return provider.interactionFinished(request, response, result);
    });
  });

  return {
    seen,
    become: (next: typeof person) => (person = next),
    async start() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
      provider = new Provider(issuer, {
        clients: [
          { client_id: 'us', client_secret: 'between us', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_post' },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        conformIdTokenClaims: false,
        cookies: { keys: ['upstream'] },
        pkce: { required: () => false, methods: ['S256'] },
        features: { devInteractions: { enabled: false } },
        findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...(person as object), sub }) }),
        interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
        loadExistingGrant: async (ctx) => {
          const grant = new ctx.oidc.provider.Grant({ clientId: 'us', accountId: ctx.oidc.session!.accountId! });
          grant.addOIDCScope('openid email profile');
          await grant.save();
          return grant;
        },
      });
      return issuer;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe.each(['Google', 'LinkedIn'] as const)('sign-in with %s', (name) => {
  const upstream = startUpstream();
  let identity: TestIdentity;
  let browser: TestBrowser;
  let counter = 0;

  /** Walks through the upstream provider with its own cookies. @returns the address that it sends the browser back to. */
  async function walkUpstream(address: string): Promise<string> {
    const jar = new Map<string, string>();
    for (let url = address; ;) {
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } });
      for (const line of answer.headers.getSetCookie()) jar.set(line.split('=')[0]!, line.slice(line.indexOf('=') + 1).split(';')[0]!);
      url = new URL(answer.headers.get('location')!, url).href;
      if (url.startsWith(CALLBACK)) return url;
    }
  }

  async function signIn() {
    const { url, verifier } = authorizeRequest(identity.config, { identity_provider: name });
    const away = await browser.open(url);
    const returned = await browser.open(await walkUpstream(away.url));
    return { away, returned, verifier };
  }

  beforeAll(async () => {
    const issuer = await upstream.start();
    const prefix = name.toUpperCase();
    identity = await createTestIdentity({
      [`${prefix}_ISSUER`]: issuer,
      [`${prefix}_CLIENT_ID`]: 'us',
      [`${prefix}_CLIENT_SECRET`]: 'between us',
    });
  });
  beforeEach(() => {
    browser = createTestBrowser(identity.app);
  });
  afterAll(async () => {
    await identity.close();
    await upstream.stop();
  });

  const person = (fields = {}) => ({
    sub: `${name}-${(counter += 1)}`,
    email: `${name}.${counter}@example.com`,
    email_verified: true,
    ...fields,
  });

  it('signs in the account with the verified address, and from then on whatever the address', async () => {
    const somebody = person();
    const account = await identity.addAccount({ email: somebody.email });
    upstream.become(somebody);
    const { returned, verifier } = await signIn();
    expect(returned.url).toContain('http://localhost:8080/signin?code=');
    const tokens = await exchange(identity.app, identity.config, returned.url, verifier);
    expect(JSON.parse(Buffer.from(tokens.id_token.split('.')[1]!, 'base64url').toString())).toMatchObject({ sub: account.sub });

    upstream.become({ ...somebody, email: 'moved@example.com' });
    browser = createTestBrowser(identity.app);
    expect((await signIn()).returned.url).toContain('code=');
  });

  it('sends what the provider supports: state always, PKCE and nonce to Google', async () => {
    upstream.become(person());
    await signIn();
    const sent = upstream.seen.at(-1)!;
    expect(sent.state).toMatch(/^[\w-]{43}$/);
    expect([sent.code_challenge_method, sent.nonce !== undefined]).toEqual(name === 'Google' ? ['S256', true] : [undefined, false]);
  });

  it.each([
    ['nobody has the address', {}],
    ['the address is not verified', { email_verified: false }],
  ])('gives no account when %s', async (why, fields) => {
    const somebody = person(fields);
    if (why.includes('verified')) await identity.addAccount({ email: somebody.email });
    upstream.become(somebody);
    const { returned } = await signIn();
    expect(returned.status).toBe(403);
    expect(returned.text).toContain('<h1>No account yet</h1>');
    expect(returned.text).toContain('href="http://localhost:8080/signup"');
  });

  it('refuses a disabled account', async () => {
    const somebody = person();
    await identity.addAccount({ email: somebody.email, enabled: false });
    upstream.become(somebody);
    expect((await signIn()).returned.text).toContain('This account cannot sign in.');
  });

  it('returns access_denied when it is cancelled there', async () => {
    upstream.become('cancels');
    const { returned } = await signIn();
    expect(returned.url).toContain(`/signin?error=access_denied&error_description=The+sign-in+at+${name}+was+cancelled.`);
  });

  it('takes an answer once, and from the browser only that asked', async () => {
    const somebody = person();
    await identity.addAccount({ email: somebody.email });
    upstream.become(somebody);
    const away = await browser.open(authorizeRequest(identity.config, { identity_provider: name }).url);
    const callback = await walkUpstream(away.url);
    const stranger = createTestBrowser(identity.app);
    expect((await stranger.open(callback)).text).toContain('This page has expired');
    expect((await stranger.open(callback)).text).toContain('This page has expired');
    expect((await browser.open(`${CALLBACK}?code=x&state=unknown`)).text).toContain('This page has expired');
  });

  it('shows a page when the answer does not hold', async () => {
    upstream.become(person());
    const away = await browser.open(authorizeRequest(identity.config, { identity_provider: name }).url);
    const callback = new URL(await walkUpstream(away.url));
    callback.searchParams.set('code', 'another');
    expect((await browser.open(callback.href)).text).toContain('The other provider did not confirm the sign-in.');
  });
});

describe('a provider that is away', () => {
  it('costs a page that says so, and nothing else', async () => {
    const identity = await createTestIdentity({ GOOGLE_ISSUER: 'http://127.0.0.1:9', GOOGLE_CLIENT_ID: 'us', GOOGLE_CLIENT_SECRET: 'x' });
    const browser = createTestBrowser(identity.app);
    const page = await browser.open(authorizeRequest(identity.config, { identity_provider: 'Google' }).url);
    expect(page.status).toBe(502);
    expect(page.text).toContain('Google cannot be reached for the moment.');
    await identity.close();
  });
});
