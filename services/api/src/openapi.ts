/** The OpenAPI 3.1 document, made from the schemas of the routes. */
import swagger from '@fastify/swagger';
import { errorBodySchema } from '@site/contracts/errors';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiServer } from './api-server';

const SECURITY = { public: [], player: [{ bearer: [] }], staff: [{ bearer: [] }] };

/** Must be called before the routes are added. */
export async function describeApi(app: ApiServer, { basePath, brand }: { basePath: string; brand: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `Product API of ${brand}`,
        version: '1.0.0',
        description:
          'Calls of pages are public or need the access token of a player; calls of the desk need a token of the group staff. ' +
          'Every refusal has the shape of the default answer.',
      },
      servers: [{ url: basePath }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document as Parameters<typeof jsonSchemaTransform>[0]);
      const access = document.route.config?.access ?? 'public';
      const described = { ...(schema as Record<string, unknown>), security: SECURITY[access], response: withDefault(schema) };
      return { schema: described, url: url.slice(basePath.length) || '/' };
    },
  });

  app.get(
    '/openapi.json',
    { config: { access: 'public' }, schema: { hide: true, response: { 200: z.record(z.string(), z.unknown()) } } },
    async () => app.swagger() as Record<string, unknown>,
  );
}

const defaultResponse = { description: 'A refusal, or a failure', ...z.toJSONSchema(errorBodySchema) };

/** Any route may answer 408, 413, 415, 429, 500, 503 or 507, in the shape of its other refusals: forms have one of their own. */
function withDefault(schema: unknown) {
  const { response = {} } = schema as { response?: Record<string, object> };
  return { ...response, default: { ...defaultResponse, ...response['400'] } };
}
