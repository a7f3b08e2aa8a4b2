/** How people sign in at the registry: with the access tokens of the site, and of the `release` command, which is a client of its own. */
import { RELEASE_CLIENT_ID, RELEASE_REDIRECT_URIS } from '@site/identity/config';
import { findGroupsOfAccount } from '@site/identity/oidc/access-token';
import type { Database } from '@site/platform/database';
import { createTokenVerifier } from '@site/platform/jwt';
import type { SignInOptions } from '@site/registry/sign-in/sign-in.route';
import { keysOf } from './cognito/cognito-config';
import type { ServerConfig } from './config';
import { currentGroupsIn, embeddedKeys } from './members';

export function signInOf(config: Pick<ServerConfig, 'identity' | 'identityUrl'>, database: Database): SignInOptions {
  const { identity } = config;
  const { issuer, clientId } = identity;
  if (identity.kind === 'embedded') {
    return {
      verifier: createTokenVerifier({
        ...{ issuer, clientId: [clientId, RELEASE_CLIENT_ID], keys: embeddedKeys(config) },
        currentGroups: currentGroupsIn(database),
      }),
      groupsOf: findGroupsOfAccount,
      provider: providerAt(issuer, issuer, { clientId: RELEASE_CLIENT_ID, redirectUris: RELEASE_REDIRECT_URIS }),
    };
  }
  const { releaseClient } = identity;
  const clients = releaseClient ? [clientId, releaseClient.clientId] : clientId;
  return {
    verifier: createTokenVerifier({ issuer, clientId: clients, keys: keysOf(identity) }),
    provider: releaseClient && providerAt(issuer, `https://${identity.domain}`, releaseClient),
  };
}

interface Client {
  clientId: string;
  redirectUris: readonly string[];
}

/** @param pages Address of the hosted pages, without a slash at the end. */
const providerAt = (issuer: string, pages: string, { clientId, redirectUris }: Client): SignInOptions['provider'] => ({
  issuer,
  authorization_endpoint: `${pages}/oauth2/authorize`,
  token_endpoint: `${pages}/oauth2/token`,
  revocation_endpoint: `${pages}/oauth2/revoke`,
  client_id: clientId,
  scope: 'openid',
  redirect_uris: [...redirectUris],
});
