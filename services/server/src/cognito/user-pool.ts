/** The connection to a user pool, and what becomes of its failures. */
import { CognitoIdentityProviderClient, CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider';
import { platformError } from '@site/platform/errors';
import type { CognitoConfig } from './cognito-config';

export interface UserPool {
  client: CognitoIdentityProviderClient;
  userPoolId: string;
  /** The site's app client. It has no secret: browsers use it. */
  clientId: string;
}

const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 5_000;

/** Answers that operations understand. Their sentences are fixed and name nobody. */
const REFUSALS = new Set([
  'GroupExistsException',
  'NotAuthorizedException',
  'PasswordResetRequiredException',
  'ResourceNotFoundException',
  'UserNotConfirmedException',
  'UserNotFoundException',
  'UsernameExistsException',
]);
const OVERLOADED = new Set(['LimitExceededException', 'RequestLimitExceeded', 'ThrottlingException', 'TooManyRequestsException']);

export function openUserPool({ region, endpoint, credentials, userPoolId, clientId }: CognitoConfig): UserPool {
  const client = new CognitoIdentityProviderClient({
    region,
    endpoint,
    ...(credentials && { credentials }),
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
  });
  client.middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw translated(error, String(context.commandName).replace(/Command$/, ''));
      }
    },
    // Outside of the attempts: it sees what is left after the last one.
    { step: 'initialize', name: 'translateFailures' },
  );
  return { client, userPoolId, clientId };
}

/**
 * Refusals stay as they are. What passes by itself becomes `service-unavailable`. The rest is a defect of the configuration or of this
 * code: an error that names the operation and leaves out Cognito's sentence, which may quote an address.
 */
function translated(error: unknown, operation: string): unknown {
  if (!(error instanceof Error) || REFUSALS.has(error.name)) return error;
  const request = error instanceof CognitoIdentityProviderServiceException ? ` (request ${error.$metadata.requestId ?? 'unknown'})` : '';
  const cause = new Error(`Amazon Cognito did not do ${operation}: ${error.name}${request}`);
  return passes(error) ? platformError('service-unavailable', { headers: { 'retry-after': '2' }, cause }) : cause;
}

/** Whether it helps to wait: no answer came to what was sent, or one that asks for patience. */
function passes(error: Error): boolean {
  if (error instanceof CognitoIdentityProviderServiceException) return error.$fault === 'server' || OVERLOADED.has(error.name);
  return '$metadata' in error && error.name !== 'CredentialsProviderError';
}

/** For `catch`: the value in place of one refusal; every other failure is thrown on. */
export const insteadOf =
  <T>(refusal: new (...args: never[]) => Error, value: T) =>
  (error: unknown): T => {
    if (error instanceof refusal) return value;
    throw error;
  };
