import { releaseNameSchema, semverSchema } from '@site/contracts/release';
import type { Database } from '@site/platform/database';
import { AppError } from '@site/platform/errors';
import { refusals } from '@site/platform/http';
import { detailedReleaseSchema, releaseSchema, remoteSchema } from '@site/release-model/registry-answers';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { registryError } from '../errors';
import { requireToken } from '../tokens/authorize';
import { findRelease, findRemote, listReleases, listRemotes } from './release.repository';

const listSchema = {
  params: z.object({ name: releaseNameSchema }),
  /** `before`: the version of the last one of the page before. */
  querystring: z.object({ before: z.optional(semverSchema), limit: z.coerce.number().int().min(1).max(200).default(50) }),
  response: { 200: z.object({ releases: z.array(releaseSchema) }), ...refusals(400, 401, 403, 404) },
};

const oneSchema = {
  params: z.object({ name: releaseNameSchema, version: semverSchema }),
  response: { 200: detailedReleaseSchema, ...refusals(400, 401, 403, 404) },
};

const config = { seesMoreWithToken: true };

interface ReleasesOptions {
  database: Database;
  /** Ids of the releases that some environment's live target names. */
  liveReleases: () => Promise<ReadonlySet<string>>;
}

/** What is live is for everybody to read; the rest needs a token. */
export const releasesRoute: FastifyPluginAsyncZod<ReleasesOptions> = async (fastify, { database: { db }, liveReleases }) => {
  const mayView = requireToken(db, 'view');
  /** Whoever is signed in and has been granted nothing reads what everybody does. */
  const sees = (request: FastifyRequest) =>
    mayView(request).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'forbidden') return false;
        throw error;
      },
    );

  fastify.get('/remotes', { schema: { response: { 200: z.object({ remotes: z.array(remoteSchema) }) } } }, async () => {
    const remotes = await listRemotes(db);
    return { remotes: remotes.map((remote) => ({ ...remote, lastPublishedAt: remote.lastPublishedAt?.toISOString() ?? null })) };
  });

  fastify.get('/remotes/:name/releases', { schema: listSchema, config }, async (request) => {
    const { params, query } = request;
    const seesAll = request.headers.authorization !== undefined && (await sees(request));
    if (!(await findRemote(db, params.name))) throw registryError('remote-not-found');
    const releases = await listReleases(db, params.name, { ...query, only: seesAll ? undefined : await liveReleases() });
    return { releases: releases.map(inJson) };
  });

  fastify.get('/remotes/:name/releases/:version', { schema: oneSchema, config }, async (request) => {
    const { params } = request;
    const release = await findRelease(db, params.name, params.version);
    // Nobody learns without a token whether what is not live exists.
    if (!release || !(await liveReleases()).has(release.id)) await mayView(request);
    if (!release) throw registryError('release-not-found');
    return inJson(release);
  });
};

interface Event {
  at: Date;
  by: string;
  reason: string | null;
}

interface Dated {
  publishedAt: Date;
  yanked: Event | null;
  collected: Event | null;
}

const eventInJson = (event: Event | null) => event && { ...event, at: event.at.toISOString() };

export const inJson = <R extends Dated>({ publishedAt, yanked, collected, ...release }: R) => ({
  ...release,
  publishedAt: publishedAt.toISOString(),
  yanked: eventInJson(yanked),
  collected: eventInJson(collected),
});
