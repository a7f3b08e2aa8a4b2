/** The OpenAPI 3.1 document of the product API. */
import { describeRoutes } from '@site/platform/openapi';
import type { FastifyInstance } from 'fastify';
import type { ApiServer } from './api-server';

const SECURITY = { public: [], player: [{ bearer: [] }], staff: [{ bearer: [] }] };

/** Must be called before the routes are added. */
export const describeApi = (app: ApiServer, { basePath, brand }: { basePath: string; brand: string }): Promise<void> =>
  describeRoutes(app as unknown as FastifyInstance, {
    title: `Product API of ${brand}`,
    description:
      'Calls of pages are public or need the access token of a player; calls of the desk need a token of the group staff. ' +
      'Every refusal has the shape of the default answer.',
    basePath,
    bearerFormat: 'JWT',
    accessOf: ({ config }) => ({ security: SECURITY[config?.access ?? 'public'] }),
  });
