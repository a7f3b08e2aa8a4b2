/** Sign-in at another OpenID provider: authorization code, with PKCE, state and nonce as far as that provider supports them. */
import type { Db } from '@site/platform/database';
import { and, eq, gt, sql } from 'drizzle-orm';
import * as client from 'openid-client';
import type { ProviderName, UpstreamConfig } from '../config';
import type { IdentityContext } from '../identity-context';
import { INTERACTION_SECONDS } from '../oidc/provider-configuration';
import { present } from '../present';
import { federatedFlow } from '../tables';

/**
 * What differs from the standard. LinkedIn refuses `code_verifier` beside a client secret and leaves the nonce out of its id token; there
 * the state, and the cookie that must come back to the same sign-in, stand alone against a code that was planted.
 */
const DIALECTS: Record<ProviderName, { pkce: boolean; nonce: boolean }> = {
  Google: { pkce: true, nonce: true },
  LinkedIn: { pkce: false, nonce: false },
};

export interface UpstreamPerson {
  subject: string;
  /** Only if the provider says that it verified the address. */
  verifiedEmail: string | null;
}

export type UpstreamResult = { uid: string; provider: ProviderName } & ({ kind: 'person'; person: UpstreamPerson } | { kind: 'cancelled' });

/** Where upstream providers send people back to; the path is Amazon Cognito's. */
export const CALLBACK_PATH = '/oauth2/idpresponse';

export interface Upstreams {
  /** @returns the address at the provider to go to. */
  start(provider: ProviderName, uid: string, loginHint: string | undefined): Promise<URL>;
  /**
   * @param callback Address of the request that came back, with its query.
   * @returns null if no sign-in is waiting for it.
   * @throws if the provider's answer does not hold.
   */
  finish(callback: URL): Promise<UpstreamResult | null>;
}

export function createUpstreams({ config, database: { db } }: IdentityContext): Upstreams {
  const discovered = new Map<ProviderName, Promise<client.Configuration>>();
  const redirectUri = `${config.issuer}${CALLBACK_PATH}`;

  function configuration(provider: ProviderName): Promise<client.Configuration> {
    const known = discovered.get(provider) ?? discover(present(config.upstreams[provider], `credentials for ${provider}`));
    discovered.set(provider, known);
    // A failed discovery is tried again by the next sign-in.
    known.catch(() => discovered.delete(provider));
    return known;
  }

  return {
    async start(provider, uid, loginHint) {
      const upstream = await configuration(provider);
      const dialect = DIALECTS[provider];
      const state = client.randomState();
      const nonce = dialect.nonce ? client.randomNonce() : null;
      const codeVerifier = dialect.pkce ? client.randomPKCECodeVerifier() : null;
      const expiresAt = new Date(Date.now() + INTERACTION_SECONDS * 1000);
      await db.insert(federatedFlow).values({ state, uid, provider, nonce, codeVerifier, expiresAt });
      return client.buildAuthorizationUrl(upstream, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        ...(nonce && { nonce }),
        ...(codeVerifier && { code_challenge: await client.calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256' }),
        ...(loginHint && { login_hint: loginHint }),
      });
    },

    async finish(callback) {
      const flow = await takeFlow(db, callback.searchParams.get('state') ?? '');
      if (!flow) return null;
      const { uid, state, nonce, codeVerifier } = flow;
      const provider = flow.provider as ProviderName;
      if (callback.searchParams.has('error')) return { kind: 'cancelled', uid, provider };
      const tokens = await client.authorizationCodeGrant(await configuration(provider), callback, {
        expectedState: state,
        idTokenExpected: true,
        ...(nonce && { expectedNonce: nonce }),
        ...(codeVerifier && { pkceCodeVerifier: codeVerifier }),
      });
      return { kind: 'person', uid, provider, person: toPerson(present(tokens.claims(), 'id token')) };
    },
  };
}

/** A state works once. */
async function takeFlow(db: Db, state: string) {
  const [flow] = await db
    .delete(federatedFlow)
    .where(and(eq(federatedFlow.state, state), gt(federatedFlow.expiresAt, sql`now()`)))
    .returning();
  return flow;
}

function toPerson(claims: client.IDToken): UpstreamPerson {
  // LinkedIn has sent the flag as a text.
  const verified = claims.email_verified === true || claims.email_verified === 'true';
  return { subject: claims.sub, verifiedEmail: verified && typeof claims.email === 'string' ? claims.email : null };
}

function discover({ issuer, clientId, clientSecret }: UpstreamConfig): Promise<client.Configuration> {
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);
  return client.discovery(new URL(issuer), clientId, clientSecret, client.ClientSecretPost(clientSecret), {
    // Plain http is for providers on this very machine.
    ...(loopback && { execute: [client.allowInsecureRequests] }),
  });
}
