/** Settings that make Amazon Cognito the identity provider, in place of the embedded one. README.md describes them. */
import { SCOPES } from '@site/identity/auth-params';
import type { AuthParams } from '@site/contracts/params';
import { ConfigError, parseConfig } from '@site/platform/config';
import { z } from 'zod';

const POOL_ID = /^[a-z]{2}(?:-[a-z]+)+-\d_[0-9A-Za-z]+$/;
const IDENTITY_POOL_ID = /^[\w-]+:[0-9a-f-]{36}$/;
/** Host and nothing else: the site puts `https://` in front. */
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

const environment = z.object({
  COGNITO_USER_POOL_ID: z.string().regex(POOL_ID, 'it must be the id of a user pool, such as us-east-1_AbCdEfGhI').optional(),
  COGNITO_CLIENT_ID: z
    .string()
    .regex(/^[\w+]{1,128}$/, 'it must be the id of an app client')
    .optional(),
  COGNITO_RELEASE_CLIENT_ID: z
    .string()
    .regex(/^[\w+]{1,128}$/, 'it must be the id of an app client')
    .optional(),
  COGNITO_RELEASE_REDIRECT_URIS: z
    .string()
    .transform((text) => text.split(',').map((uri) => uri.trim()))
    .pipe(
      z.array(
        z.url({ protocol: /^http$/, hostname: /^localhost$/, error: 'it must name addresses such as http://localhost:8976/callback' }),
      ),
    )
    .default(['http://localhost:8976/callback', 'http://localhost:8977/callback', 'http://localhost:8978/callback']),
  COGNITO_IDENTITY_POOL_ID: z
    .string()
    .regex(IDENTITY_POOL_ID, 'it must be the id of an identity pool: a region, a colon, a UUID')
    .optional(),
  COGNITO_DOMAIN: z.string().regex(HOST, 'it must be a host, such as auth.example.com').optional(),
  COGNITO_PROVIDERS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .default([]),
  COGNITO_ENDPOINT: z.url({ protocol: /^https?$/, error: 'it must be an http or https address' }).optional(),
  COGNITO_ACCESS_KEY_ID: z.string().optional(),
  COGNITO_SECRET_ACCESS_KEY: z.string().optional(),
});

export interface CognitoConfig {
  region: string;
  userPoolId: string;
  clientId: string;
  /** App client of the `release` command, without a secret; null if it cannot sign in. */
  releaseClient: { clientId: string; redirectUris: string[] } | null;
  identityPoolId: string | undefined;
  /** Host of the hosted pages. */
  domain: string;
  /** Names of upstream providers to offer, as the pool calls them. */
  providers: string[];
  /** The issuer of the pool's tokens. */
  issuer: string;
  /** Where operations and keys are asked for, without a slash at the end. */
  endpoint: string;
  /** Undefined leaves it to the SDK: the role of the machine or container, `AWS_ACCESS_KEY_ID` and so on. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/**
 * @returns Null without a user pool: the embedded provider is used.
 * @throws ConfigError naming the variable that cannot be used.
 */
export function parseCognitoConfig(env: Record<string, string | undefined>): CognitoConfig | null {
  const given = parseConfig(environment, env);
  const { COGNITO_USER_POOL_ID: userPoolId, COGNITO_CLIENT_ID: clientId, COGNITO_DOMAIN: domain } = given;
  if (userPoolId === undefined) {
    if (clientId === undefined) return null;
    throw new ConfigError('COGNITO_USER_POOL_ID', 'it is required with COGNITO_CLIENT_ID');
  }
  if (clientId === undefined) throw new ConfigError('COGNITO_CLIENT_ID', 'it is required with COGNITO_USER_POOL_ID');
  if (domain === undefined) throw new ConfigError('COGNITO_DOMAIN', 'it is required with COGNITO_USER_POOL_ID');

  const region = userPoolId.slice(0, userPoolId.indexOf('_'));
  const service = `https://cognito-idp.${region}.amazonaws.com`;
  return {
    region,
    userPoolId,
    clientId,
    releaseClient:
      given.COGNITO_RELEASE_CLIENT_ID === undefined
        ? null
        : { clientId: given.COGNITO_RELEASE_CLIENT_ID, redirectUris: given.COGNITO_RELEASE_REDIRECT_URIS },
    identityPoolId: given.COGNITO_IDENTITY_POOL_ID,
    domain,
    providers: given.COGNITO_PROVIDERS,
    issuer: `${service}/${userPoolId}`,
    endpoint: (given.COGNITO_ENDPOINT ?? service).replace(/\/$/, ''),
    credentials: credentialsOf(given),
  };
}

function credentialsOf(given: z.output<typeof environment>): CognitoConfig['credentials'] {
  const { COGNITO_ACCESS_KEY_ID: accessKeyId, COGNITO_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey };
  if (accessKeyId) throw new ConfigError('COGNITO_SECRET_ACCESS_KEY', 'it is required with COGNITO_ACCESS_KEY_ID');
  if (secretAccessKey) throw new ConfigError('COGNITO_ACCESS_KEY_ID', 'it is required with COGNITO_SECRET_ACCESS_KEY');
  return undefined;
}

/** Where the pool publishes the keys that its tokens are signed with. */
export const keysOf = ({ endpoint, userPoolId }: CognitoConfig): URL => new URL(`${endpoint}/${userPoolId}/.well-known/jwks.json`);

/** The `Auth` section of the runtime parameters that makes the site use this pool. */
export const cognitoAuthParams = ({ region, userPoolId, clientId, identityPoolId, domain, providers }: CognitoConfig): AuthParams => ({
  region,
  userPoolId,
  userPoolClientId: clientId,
  ...(identityPoolId !== undefined && { identityPoolId }),
  domain,
  scopes: SCOPES,
  providers,
});
