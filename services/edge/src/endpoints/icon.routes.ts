/** The icons that browsers ask for by fixed names. */
import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';
import { contentType } from '../assets/content-type';

const ICONS = ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png'];

export const iconRoutes: FastifyPluginAsync = async (fastify) => {
  for (const icon of ICONS) {
    const bytes = await readFile(new URL(`../../icons/${icon}`, import.meta.url));
    fastify.get(`/${icon}`, async (_request, reply) =>
      reply.type(contentType(icon)).header('cache-control', 'public, max-age=86400').send(bytes),
    );
  }
};
