/** The OpenAPI 3.1 document of a service, made from the schemas of its routes. */
import swagger from '@fastify/swagger';
import { errorBodySchema } from '@site/contracts/errors';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** Who may call a route. */
export interface RouteAccess {
  /** As in OpenAPI: `[]` for everybody, `[{ bearer: [] }]` for holders of a token, `[{ bearer: [] }, {}]` where a token shows more. */
  security: Record<string, string[]>[];
  /** What a token must allow, for people. */
  description?: string;
}

export interface OpenApiOptions {
  title: string;
  description: string;
  /** Where the routes are mounted, such as `/api`. */
  basePath: string;
  /** Such as `JWT`. */
  bearerFormat?: string;
  accessOf: (route: RouteOptions) => RouteAccess;
}

/** Describes the routes that are added to `app` from now on, and answers `GET <basePath>/openapi.json`. */
export async function describeRoutes(app: FastifyInstance, options: OpenApiOptions): Promise<void> {
  const { title, description, basePath, bearerFormat, accessOf } = options;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1.0.0', description },
      servers: [{ url: basePath }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', ...(bearerFormat && { bearerFormat }) } } },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document as Parameters<typeof jsonSchemaTransform>[0]);
      const access = accessOf(document.route);
      const described = { ...(schema as Record<string, unknown>), ...access, ...preconditionOf(schema), response: withDefault(schema) };
      return { schema: described, url: url.slice(basePath.length) || '/' };
    },
  });

  const schema = { hide: true, response: { 200: z.record(z.string(), z.unknown()) } };
  app.get('/openapi.json', { config: { access: 'public' }, schema }, async () => app.swagger() as Record<string, unknown>);
}

/** A route that answers 428 (RFC 6585) asks for the version that was seen. The header is checked by the route itself: its validation would answer 400. */
function preconditionOf(schema: unknown) {
  const { response = {} } = schema as { response?: Record<string, object> };
  if (!('428' in response)) return {};
  const description = 'The version that was seen, in quotes. With another one the answer is 412, without one 428.';
  return { headers: { type: 'object', required: ['if-match'], properties: { 'if-match': { type: 'string', description } } } };
}

const defaultResponse = { description: 'A refusal, or a failure', ...z.toJSONSchema(errorBodySchema) };

/** Any route may answer 408, 413, 415, 429, 500, 503 or 507, in the shape of its other refusals: forms have one of their own. */
function withDefault(schema: unknown) {
  const { response = {} } = schema as { response?: Record<string, object> };
  return { ...response, default: { ...defaultResponse, ...response['400'] } };
}
