/**
 * A switch that makes routes fail, for browser tests of error states. It exists with NODE_ENV=test and FAULTS=on only; the
 * configuration refuses it otherwise.
 */
import { platformError } from '@site/platform/errors';
import { z } from 'zod';
import type { ApiServer } from './api-server';

const faultSchema = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** Path of the route below the API's base address, as it is declared: `/demos/player/:id`. */
  path: z.string().startsWith('/'),
  /** How many calls fail before the route works again; without it, all until the faults are cleared. */
  times: z.int().min(1).optional(),
});

const nothing = z.undefined().describe('Done');

export function addFaultSwitch(app: ApiServer, basePath: string): void {
  const faults = new Map<string, number>();
  const hidden = { config: { access: 'public' as const }, schema: { hide: true, response: { 204: nothing } } };

  app.addHook('preHandler', async (request) => {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const left = faults.get(route);
    if (left === undefined) return;
    if (left === 1) faults.delete(route);
    else faults.set(route, left - 1);
    throw platformError('internal-error', { cause: new Error(`${route} was told to fail`) });
  });

  app.put('/_faults', { ...hidden, schema: { ...hidden.schema, body: faultSchema } }, async (request, reply) => {
    const { method, path, times = Number.POSITIVE_INFINITY } = request.body;
    faults.set(`${method} ${basePath}${path}`, times);
    return reply.code(204).send(undefined);
  });

  app.delete('/_faults', hidden, async (_request, reply) => {
    faults.clear();
    return reply.code(204).send(undefined);
  });
}
