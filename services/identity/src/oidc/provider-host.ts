/** The running OpenID provider. It is rebuilt when the signing keys change; everything that it remembers is in the database. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { toAppError } from '@site/platform/error-response';
import type { Logger } from '@site/platform/logging';
import { securityHeadersFor } from '@site/platform/security-headers';
import type { JSONWebKeySet } from 'jose';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { createAccountRepository } from '../accounts/account.repository';
import type { IdentityContext } from '../identity-context';
import { present } from '../present';
import { answerRevocation } from './revocation';
import { followSessions, noteRevokedGrant } from './session-middleware';
import { asProviderRequest, type ProviderPages, providerConfiguration } from './provider-configuration';
import { endSignedOut } from './sign-out';
import { currentSigningKeys, type PrivateJwk } from './signing-keys';

const DAY_MS = 86_400_000;
/** New keys are published this long before they sign; verifiers cache a key set for less. */
const PUBLISH_AHEAD_MS = DAY_MS;

export interface ProviderHost {
  provider(): Provider;
  /** The key that signs now. */
  signingKey(): PrivateJwk;
  /** Public keys of all tokens that may still be valid. */
  publicKeys(): JSONWebKeySet;
  /** Looks for changed keys; cheap when there are none. */
  refreshKeys(now?: Date): Promise<void>;
}

export async function createProviderHost(context: IdentityContext, pages: ProviderPages, logger: Logger): Promise<ProviderHost> {
  const { config, database, keyring } = context;
  const accounts = createAccountRepository(database.db);
  const rules = {
    rotateAfterMs: config.keyRotationDays * DAY_MS,
    publishAheadMs: PUBLISH_AHEAD_MS,
    keepAfterMs: config.accessTokenSeconds * 1000 + DAY_MS,
  };
  let keys: PrivateJwk[] = [];
  let current: Provider;

  async function refreshKeys(now = new Date()): Promise<void> {
    const next = await currentSigningKeys(database, keyring, rules, now);
    if (kids(next) === kids(keys)) return;
    current = build(next);
    keys = next;
  }

  function build(signingKeys: PrivateJwk[]): Provider {
    const answering = new AsyncLocalStorage<KoaContextWithOIDC>();
    const request = () => {
      const ctx = answering.getStore();
      return ctx?.oidc && asProviderRequest(ctx);
    };
    const parts = { config, database, accounts, pages, keyring, signingKeys, request };
    const provider = new Provider(config.issuer, providerConfiguration(parts));
    // The address of the request is always rewritten to the public one, see oidc.route.ts.
    provider.proxy = true;
    provider.use((ctx: KoaContextWithOIDC, next: () => Promise<void>) => answering.run(ctx, next));
    provider.use(protect(pages));
    provider.use(answerRevocation);
    provider.use(followSessions(database, logger));
    provider.use(endSignedOut(database, pages));
    provider.on('grant.revoked', noteRevokedGrant);
    provider.on('server_error', (ctx, err) => {
      logger.error({ reqId: ctx.response.get('x-request-id'), err }, 'the identity provider failed');
      const { status, headers } = toAppError(err);
      ctx.status = status;
      ctx.set(headers);
    });
    return provider;
  }

  await refreshKeys();
  return {
    provider: () => current,
    signingKey: () => present(keys[0], 'signing key'),
    publicKeys: () => ({ keys: keys.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use })) as JSONWebKeySet['keys'] }),
    refreshKeys,
  };
}

const POLICY = 'content-security-policy';

/** The headers of every answer, which the provider writes past the server. To a policy that is there, its own pages add their scripts. */
const protect = (pages: ProviderPages) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  pages.applyPolicy((name, value) => name === POLICY && ctx.set(name, value));
  await next();
  if (ctx.type !== 'text/html') ctx.remove(POLICY);
  for (const [name, value] of securityHeadersFor(ctx.type, ctx.protocol)) if (!ctx.response.get(name)) ctx.set(name, value);
};

const kids = (keys: PrivateJwk[]) => keys.map((key) => key.kid).join();
