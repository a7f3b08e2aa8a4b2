/** The JSON 1.1 wire of Amazon Cognito: one address, the operation in a header, errors by name. */
import type { FastifyPluginAsync } from 'fastify';
import { networkOf } from '@site/platform/network';
import { createRateLimiter } from '@site/platform/rate-limit';
import { toAppError } from '@site/platform/error-response';
import { CognitoError } from './cognito-error';
import { identityPoolOperations } from './identity-pool-operations';
import type { CognitoContext, Operation } from './operation';
import { userPoolOperations } from './user-pool-operations';

const BODY_LIMIT = 64 * 1024;
const CALLS_PER_MINUTE = 600;
const RETRY_AFTER_SECONDS = '2';
const ERROR_HEADER = 'x-amzn-errortype';

export const cognitoRoutes: FastifyPluginAsync<{ context: CognitoContext }> = async (fastify, { context }) => {
  const { config, database } = context;
  const operations = new Map<string, Operation>([
    ...prefixed('AWSCognitoIdentityProviderService', userPoolOperations(context)),
    ...prefixed('AWSCognitoIdentityService', identityPoolOperations(context)),
  ]);
  const limiter = createRateLimiter(database, { name: 'identity-calls', points: CALLS_PER_MINUTE, windowSeconds: 60 });
  const appOrigins = new Set(config.redirectUris.map((uri) => new URL(uri).origin));

  fastify.addContentTypeParser('application/x-amz-json-1.1', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)));
    } catch {
      done(new CognitoError('SerializationException', 'The body is not JSON.'));
    }
  });

  // A development server of the site may live on another port.
  fastify.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!origin || !appOrigins.has(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': ERROR_HEADER, vary: 'origin' });
    if (request.method === 'OPTIONS') {
      reply.headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      });
    }
  });
  fastify.options('/', async (_request, reply) => reply.code(204).send());

  fastify.post('/', async (request, reply) => {
    await limiter.consume(networkOf(request.ip));
    const operation = operations.get(String(request.headers['x-amz-target']));
    if (!operation) throw new CognitoError('UnknownOperationException', 'This operation is not offered.');
    const answer = await operation(request.body ?? {}, request.id);
    return reply.type('application/x-amz-json-1.1').header('cache-control', 'no-store').send(JSON.stringify(answer));
  });

  fastify.setErrorHandler((thrown, request, reply) => {
    const error = thrown instanceof CognitoError ? thrown : toCognitoError(thrown);
    if (error.status >= 500) request.log.error({ err: thrown }, 'a Cognito operation failed');
    return reply
      .code(error.status)
      .type('application/x-amz-json-1.1')
      .headers({
        [ERROR_HEADER]: error.name,
        'cache-control': 'no-store',
        ...(error.status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
      })
      .send(JSON.stringify({ __type: error.name, message: error.message }));
  });
};

function toCognitoError(thrown: unknown): CognitoError {
  const { status, message } = toAppError(thrown);
  if (status === 429) return new CognitoError('TooManyRequestsException', message, 429);
  if (status >= 500) return new CognitoError('InternalErrorException', message, status);
  return new CognitoError('InvalidParameterException', message, 400);
}

const prefixed = (service: string, operations: Record<string, Operation>) =>
  Object.entries(operations).map(([name, operation]) => [`${service}.${name}`, operation] as const);
