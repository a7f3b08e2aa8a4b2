/** Operations of a user pool: refreshing tokens and revoking them, which are the OAuth endpoints in other words, and signing out everywhere. */
import { z } from 'zod';
import { readAccessToken } from '../oidc/access-token';
import { revokeAccount } from '../revoke-account';
import { recordSecurityEvent } from '../security/security-log';
import { CognitoError, invalidParameter, notAuthorized, resourceNotFound } from './cognito-error';
import type { CognitoContext, Operation } from './operation';

const refreshInput = z.object({ ClientId: z.string(), RefreshToken: z.string().min(1) });
const globalSignOutInput = z.object({ AccessToken: z.string().min(1) });
const revokeInput = z.object({ ClientId: z.string(), Token: z.string().min(1) });

interface TokenAnswer {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  error?: string;
}

export function userPoolOperations(context: CognitoContext): Record<string, Operation> {
  return {
    async GetTokensFromRefreshToken(body, requestId) {
      const { ClientId, RefreshToken } = parse(refreshInput, body);
      assertClient(context, ClientId);
      const form = { grant_type: 'refresh_token', client_id: ClientId, refresh_token: RefreshToken };
      const answer = await post(context, '/oauth2/token', form, requestId);
      if (answer.status >= 500) throw internalError(answer.status);
      if (answer.status !== 200) throw notAuthorized('Invalid Refresh Token');
      const tokens = answer.json<TokenAnswer>();
      return {
        AuthenticationResult: {
          AccessToken: tokens.access_token,
          IdToken: tokens.id_token,
          RefreshToken: tokens.refresh_token,
          ExpiresIn: tokens.expires_in,
          TokenType: 'Bearer',
        },
      };
    },

    async RevokeToken(body, requestId) {
      const { ClientId, Token } = parse(revokeInput, body);
      assertClient(context, ClientId);
      // Revoking a token that is not known is a success, here as in OAuth.
      const form = { client_id: ClientId, token: Token, token_type_hint: 'refresh_token' };
      const answer = await post(context, '/oauth2/revoke', form, requestId);
      if (answer.status >= 500) throw internalError(answer.status);
      if (answer.status === 400 && answer.json<TokenAnswer>().error === 'unsupported_token_type')
        throw new CognitoError('UnsupportedTokenTypeException', 'Access tokens end with the refresh token: revoke that one');
      if (answer.status !== 200) throw new CognitoError('UnauthorizedException', 'This token cannot be revoked by this client');
      return {};
    },

    async GlobalSignOut(body) {
      const signedIn = await readAccessToken(context, context.host, parse(globalSignOutInput, body).AccessToken);
      if (!signedIn) throw notAuthorized('Access Token has been revoked');
      const { sub } = signedIn.account;
      await context.database.transaction(async (tx) => {
        await revokeAccount(tx, sub);
        await recordSecurityEvent(tx, { kind: 'all-sign-ins-ended', sub, actor: 'owner' });
      });
      return {};
    },
  };
}

async function post({ fastify, config }: CognitoContext, path: string, form: Record<string, string>, requestId: string) {
  const answer = await fastify.inject({
    method: 'POST',
    url: `${new URL(config.issuer).pathname}${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-request-id': requestId },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: answer.statusCode, json: <T>() => answer.json<T>() };
}

function assertClient({ config }: CognitoContext, clientId: string): void {
  if (clientId !== config.clientId) throw resourceNotFound('User pool client does not exist.');
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (!result.success) throw invalidParameter(`Missing or invalid parameter ${String(result.error.issues[0]?.path[0] ?? '')}`.trim());
  return result.data;
}

const internalError = (status: number) =>
  new CognitoError('InternalErrorException', 'The service is not available for the moment.', status);
