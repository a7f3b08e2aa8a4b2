/** Says which releases nobody needs, and removes their files. */
import { refusals } from '@site/platform/http';
import { collectionSchema } from '@site/release-model/registry-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { EVERYTHING } from '../people/scope';
import { reasonSchema } from '../reason';
import { actorOf, assertManages, requireToken } from '../tokens/authorize';
import { collect, type Collection, type CollectOptions, previewCollection } from './collect';

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
