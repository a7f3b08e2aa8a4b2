/** Says which releases nobody needs, and removes their files. */
import { refusals } from '@site/platform/http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { EVERYTHING } from '../people/scope';
import { reasonSchema } from '../reason';
import { actorOf, assertManages, requireToken } from '../tokens/authorize';
import { collect, type Collection, type CollectOptions, previewCollection } from './collect';

const collectionSchema = z.object({
  releases: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      id: z.string(),
      publishedAt: z.iso.datetime(),
      /** Bytes of all files, uncompressed. */
      size: z.int(),
    }),
  ),
  /** Of the files that go: what other releases share stays. Uncompressed. */
  bytes: z.int(),
  /** Parts that are left for another time, because somebody publishes releases of them. */
  skipped: z.array(z.string()),
});

const previewSchema = { response: { 200: collectionSchema, ...refusals(401, 403) } };
const collectSchema = {
  body: z.object({ reason: reasonSchema.nullish() }),
  response: { 200: collectionSchema, ...refusals(400, 401, 403) },
};

export const collectionRoute: FastifyPluginAsyncZod<CollectOptions> = async (fastify, options) => {
  const { db } = options.database;

  fastify.get('/collectable', { schema: previewSchema, onRequest: requireToken(db, 'view') }, async () =>
    inJson(await previewCollection(options)),
  );

  fastify.post('/collections', { schema: collectSchema, onRequest: requireToken(db, 'admin') }, async (request) => {
    const actor = actorOf(request);
    assertManages(actor, { parts: [EVERYTHING], environments: [EVERYTHING] });
    return inJson(await collect(options, actor.name, request.body.reason ?? null));
  });
};

const inJson = ({ releases, ...rest }: Collection) => ({
  ...rest,
  releases: releases.map(({ publishedAt, ...release }) => ({ ...release, publishedAt: publishedAt.toISOString() })),
});
