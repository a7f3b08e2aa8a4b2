import type { AuthParams } from '@site/contracts/params';
import { type IdentityConfig, namedProviders } from './config';

/** Scopes of the site's client, in the words of Amazon Cognito. */
export const SCOPES = ['openid', 'email', 'profile', 'phone', 'aws.cognito.signin.user.admin'];

/** The `Auth` section of the runtime parameters that makes the site use this provider. */
export function authParams(config: IdentityConfig): AuthParams {
  return {
    region: config.region,
    userPoolId: config.userPoolId,
    userPoolClientId: config.clientId,
    identityPoolId: config.identityPoolId,
    domain: config.issuer.replace(/^https?:\/\//, ''),
    scopes: SCOPES,
    userPoolEndpoint: `${config.issuer}/`,
    identityPoolEndpoint: `${config.issuer}/`,
    providers: namedProviders(config),
  };
}
