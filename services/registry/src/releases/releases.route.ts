import { releaseDescriptorSchema, releaseNameSchema, semverSchema } from '@site/contracts/release';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { registryError } from '../errors';
import { requireToken } from '../tokens/authorize';
import { findRelease, findRemote, listReleases, listRemotes } from './release.repository';

const remoteSchema = z.object({ name: z.string(), team: z.string(), releases: z.int(), lastPublishedAt: z.iso.datetime().nullable() });

export const releaseSummarySchema = z.object({
  name: z.string(),
  version: z.string(),
  /** Hash of the descriptor. */
  id: z.string(),
  /** Hash of the descriptor without its version: the same for releases of the same sources. */
  contentDigest: z.string(),
  /** Bytes of all files, uncompressed. */
  size: z.int(),
  publishedBy: z.string(),
  publishedAt: z.iso.datetime(),
  /** Set when the release must not become live any more. */
  yanked: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string().nullable() }).nullable(),
});

const listSchema = {
  params: z.object({ name: releaseNameSchema }),
  response: { 200: z.object({ releases: z.array(releaseSummarySchema) }), ...refusals(400, 401, 403, 404) },
};

const oneSchema = {
  params: z.object({ name: releaseNameSchema, version: semverSchema }),
  response: { 200: releaseSummarySchema.extend({ descriptor: releaseDescriptorSchema }), ...refusals(400, 401, 403, 404) },
};

interface ReleasesOptions {
  database: Database;
  /** Ids of the releases that some environment's live target names. */
  liveReleases: () => Promise<ReadonlySet<string>>;
}

/** What is live is for everybody to read; the rest needs a token. */
export const releasesRoute: FastifyPluginAsyncZod<ReleasesOptions> = async (fastify, { database: { db }, liveReleases }) => {
  const mayView = requireToken(db, 'view');

  fastify.get('/remotes', { schema: { response: { 200: z.object({ remotes: z.array(remoteSchema) }) } } }, async () => {
    const remotes = await listRemotes(db);
    return { remotes: remotes.map((remote) => ({ ...remote, lastPublishedAt: remote.lastPublishedAt?.toISOString() ?? null })) };
  });

  fastify.get('/remotes/:name/releases', { schema: listSchema }, async (request) => {
    const { params } = request;
    const seesAll = request.headers.authorization !== undefined;
    if (seesAll) await mayView(request);
    if (!(await findRemote(db, params.name))) throw registryError('remote-not-found');
    const releases = await listReleases(db, params.name);
    const live = await liveReleases();
    return { releases: releases.filter(({ id }) => seesAll || live.has(id)).map(inJson) };
  });

  fastify.get('/remotes/:name/releases/:version', { schema: oneSchema }, async (request) => {
    const { params } = request;
    const release = await findRelease(db, params.name, params.version);
    // Nobody learns without a token whether what is not live exists.
    if (!release || !(await liveReleases()).has(release.id)) await mayView(request);
    if (!release) throw registryError('release-not-found');
    return inJson(release);
  });
};

interface Dated {
  publishedAt: Date;
  yanked: { at: Date; by: string; reason: string | null } | null;
}

export const inJson = <R extends Dated>({ publishedAt, yanked, ...release }: R) => ({
  ...release,
  publishedAt: publishedAt.toISOString(),
  yanked: yanked && { ...yanked, at: yanked.at.toISOString() },
});
