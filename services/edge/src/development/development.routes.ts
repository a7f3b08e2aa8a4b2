/** `/_dev`: where development servers announce themselves and open pages learn of rebuilds. Registered in development mode only. */
import { Readable } from 'node:stream';
import { releaseNameSchema } from '@site/contracts/release';
import { routeSchema } from '@site/contracts/remote-config';
import { platformError } from '@site/platform/errors';
import { refusals } from '@site/platform/http';
import { isLoopbackHost, isLoopbackUrl } from '@site/release-model/local-part';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { DEVELOPMENT_EVENTS, type DevelopmentRemotes } from './development-remotes';

const entrySchema = z.string().refine(isLoopbackUrl, 'an entry is an address on this machine');
const paramsSchema = z.object({
  name: z.string().refine((name) => releaseNameSchema.safeParse(name).success, "a name is 'shell' or mf-<name>"),
});
const bodySchema = z.object({
  /** Address of the script that starts the remote. */
  entry: entrySchema,
  /** Further scripts, loaded after it; the shell has some. */
  moreEntries: z.array(entrySchema).default([]),
  routes: z.array(
    z.custom<z.infer<typeof routeSchema>>((route) => routeSchema.safeParse(route).success, 'a route is a page or a redirect'),
  ),
  /** Identity of the build; a new one reloads open pages. Leave it out when the development server swaps modules itself. */
  build: z.string().max(200).default(''),
});

export const developmentRoutes: FastifyPluginAsyncZod<{ remotes: DevelopmentRemotes }> = async (fastify, { remotes }) => {
  fastify.addHook('onRequest', async (request) => {
    if (!isLocal(request)) throw platformError('forbidden');
  });

  fastify.put(
    '/_dev/remotes/:name',
    { schema: { params: paramsSchema, body: bodySchema, response: { 204: z.null(), ...refusals(400, 403) } } },
    async ({ params, body }, reply) => {
      const { entry, moreEntries, routes, build } = body;
      remotes.put(params.name, { entries: [entry, ...moreEntries], routes, build });
      return reply.code(204).send(null);
    },
  );

  fastify.delete(
    '/_dev/remotes/:name',
    { schema: { params: paramsSchema, response: { 204: z.null(), ...refusals(400, 403) } } },
    async ({ params }, reply) => {
      remotes.delete(params.name);
      return reply.code(204).send(null);
    },
  );

  fastify.get(DEVELOPMENT_EVENTS, async (request, reply) => {
    const events = new Readable({ read: () => undefined });
    const announce = (name: string) => events.push(`event: change\ndata: ${JSON.stringify({ name })}\n\n`);
    const end = () => {
      remotes.off('change', announce);
      fastify.drainSignal.removeEventListener('abort', end);
      events.push(null);
    };
    remotes.on('change', announce);
    request.raw.once('close', end);
    fastify.drainSignal.addEventListener('abort', end);
    events.push(': open\n\n');
    return reply.type('text/event-stream').header('cache-control', 'no-store').send(events);
  });
};

/** A caller on this machine, and not a page of another site that a browser on this machine shows, whatever name it gave this address. */
function isLocal(request: FastifyRequest): boolean {
  const { origin, host = '' } = request.headers;
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
  const isNamedLocally = isLoopbackHost(host.replace(/:\d+$/, ''));
  return isLoopback && isNamedLocally && (origin === undefined || origin === `${request.protocol}://${host}`);
}
