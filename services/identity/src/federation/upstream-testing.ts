/** For tests only: a foreign OpenID provider, and the way of a browser through it. */
import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';
import type { ProviderName } from '../config';
import { present } from '../present';

export const CALLBACK = 'http://localhost:8080/_idp/oauth2/idpresponse';
const SECRET = 'between us';

/** A foreign OpenID provider that signs in at once whoever it was told to become. */
export function createUpstream() {
  let person: { sub: string; email: string; email_verified: boolean } | 'cancels';
  const seen: Record<string, string | undefined>[] = [];
  let provider: Provider;

  const server: Server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    void provider.interactionDetails(request, response).then(({ params }) => {
      seen.push(params as Record<string, string>);
      const result = person === 'cancels' ? { error: 'access_denied' } : { login: { accountId: person.sub } };
      return provider.interactionFinished(request, response, result);
    });
  });

  return {
    seen,
    become: (next: typeof person) => (person = next),
    /** @returns the variables with which the identity service knows it under a name. */
    async start(name: ProviderName): Promise<Record<string, string>> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
      provider = new Provider(issuer, {
        clients: [{ client_id: 'us', client_secret: SECRET, redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_post' }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        conformIdTokenClaims: false,
        cookies: { keys: ['upstream'] },
        pkce: { required: () => false, methods: ['S256'] },
        features: { devInteractions: { enabled: false } },
        findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...(person as object), sub }) }),
        interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
        loadExistingGrant: async (ctx) => {
          const grant = new ctx.oidc.provider.Grant({
            clientId: 'us',
            accountId: present(ctx.oidc.session?.accountId, 'account of the session'),
          });
          grant.addOIDCScope('openid email profile');
          await grant.save();
          return grant;
        },
      });
      const prefix = name.toUpperCase();
      return { [`${prefix}_ISSUER`]: issuer, [`${prefix}_CLIENT_ID`]: 'us', [`${prefix}_CLIENT_SECRET`]: SECRET };
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Walks through the foreign provider with cookies of its own. @returns the address that it sends the browser back to. */
export async function walkUpstream(address: string): Promise<string> {
  const jar = new Map<string, string>();
  for (let url = address; ;) {
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } });
    for (const line of answer.headers.getSetCookie()) {
      const [, cookie = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      jar.set(cookie, value);
    }
    url = new URL(present(answer.headers.get('location'), 'redirect'), url).href;
    if (url.startsWith(CALLBACK)) return url;
  }
}
