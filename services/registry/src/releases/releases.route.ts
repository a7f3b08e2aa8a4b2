import { releaseDescriptorSchema, releaseNameSchema, semverSchema } from '@site/contracts/release';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { registryError } from '../errors';
import { findRelease, findRemote, listReleases, listRemotes } from './release.repository';

const remoteSchema = z.object({ name: z.string(), team: z.string(), releases: z.int(), lastPublishedAt: z.iso.datetime().nullable() });

export const releaseSummarySchema = z.object({
  name: z.string(),
  version: z.string(),
  digest: z.string(),
  /** Bytes of all files, uncompressed. */
  size: z.int(),
  publishedBy: z.string(),
  publishedAt: z.iso.datetime(),
});

const listSchema = {
  params: z.object({ name: releaseNameSchema }),
  response: { 200: z.object({ releases: z.array(releaseSummarySchema) }), ...refusals(400, 404) },
};

const oneSchema = {
  params: z.object({ name: releaseNameSchema, version: semverSchema }),
  response: { 200: releaseSummarySchema.extend({ descriptor: releaseDescriptorSchema }), ...refusals(400, 404) },
};

export const releasesRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database: { db } }) => {
  fastify.get('/remotes', { schema: { response: { 200: z.object({ remotes: z.array(remoteSchema) }) } } }, async () => {
    const remotes = await listRemotes(db);
    return { remotes: remotes.map((remote) => ({ ...remote, lastPublishedAt: remote.lastPublishedAt?.toISOString() ?? null })) };
  });

  fastify.get('/remotes/:name/releases', { schema: listSchema }, async ({ params }) => {
    if (!(await findRemote(db, params.name))) throw registryError('remote-not-found');
    const releases = await listReleases(db, params.name);
    return { releases: releases.map(inJson) };
  });

  fastify.get('/remotes/:name/releases/:version', { schema: oneSchema }, async ({ params }) => {
    const release = await findRelease(db, params.name, params.version);
    if (!release) throw registryError('release-not-found');
    return inJson(release);
  });
};

export const inJson = <R extends { publishedAt: Date }>(release: R) => ({ ...release, publishedAt: release.publishedAt.toISOString() });
