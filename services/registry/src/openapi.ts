/** The OpenAPI 3.1 document of the registry. */
import { describeRoutes, type RouteAccess } from '@site/platform/openapi';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { verbsOf } from './tokens/authorize';

const TOKEN = { bearer: [] };

/** Must be called before the routes are added. @param app Mounted at `/v1` of the registry. */
export const describeRegistry = (app: FastifyInstance): Promise<void> =>
  describeRoutes(app, {
    title: 'Release registry',
    description:
      'Which releases there are and which of them are live. What is live is open to everybody; the rest needs a token, and what is not live is ' +
      'shown to each. Every refusal has the shape of the default answer.',
    basePath: app.prefix,
    accessOf,
  });

function accessOf({ onRequest, config }: RouteOptions): RouteAccess {
  const verbs = [onRequest ?? []]
    .flat()
    .map(verbsOf)
    .find((asked) => asked !== undefined);
  if (verbs?.length === 0) return { security: [TOKEN], description: 'For every valid token, and for whoever is signed in.' };
  if (verbs) return { security: [TOKEN], description: `For tokens that allow to ${verbs.join(' or ')}.` };
  return config?.seesMoreWithToken
    ? { security: [TOKEN, {}], description: 'Shows what is live; with a token everything.' }
    : { security: [] };
}
