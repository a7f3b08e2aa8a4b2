/** Rehearsals of an environment are kept and read here. Nobody but holders of a token sees them. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { Storage } from '@site/platform/storage';
import {
  besideKey,
  rehearsalReportSchema,
  rehearsalSchema,
  rehearsalSummarySchema,
  releasesKey,
  verdictOf,
} from '@site/release-model/rehearsal';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { environmentParams } from '../environments/environment.schema';
import { registryError } from '../errors';
import { reasonSchema } from '../reason';
import {
  deleteRehearsals,
  findOldRehearsals,
  findRehearsal,
  insertRehearsal,
  listRehearsals,
  rehearsalOf,
} from '../rehearsals/rehearsal.repository';
import { findReleases, requestedReleasesSchema } from '../revisions/requested-command';
import { findRevision } from '../revisions/revision.repository';
import { actorOf, assertCovers, requireToken } from '../tokens/authorize';
import { deletePictures } from './pictures';
import { rehearsalParams } from './rehearsal.schema';

/** Rehearsals of an environment that are kept, with their pictures. */
const KEPT = 100;
/** Bytes of the report. */
const LARGEST_REPORT = 4 * 1024 * 1024;

const addSchema = {
  params: environmentParams,
  body: z.object({
    releases: requestedReleasesSchema,
    /** Number of the revision that was live meanwhile. */
    revision: z.int32().positive(),
    report: rehearsalReportSchema,
    reason: reasonSchema.nullish(),
  }),
  response: { 201: rehearsalSchema, ...refusals(400, 401, 403, 404, 413) },
};
const listSchema = {
  params: environmentParams,
  querystring: z.object({ limit: z.coerce.number().int().min(1).max(KEPT).default(20) }),
  response: { 200: z.object({ rehearsals: z.array(rehearsalSummarySchema) }), ...refusals(400, 401, 403, 404) },
};
const oneSchema = { params: rehearsalParams, response: { 200: rehearsalSchema, ...refusals(400, 401, 403, 404) } };

interface RehearsalsOptions {
  database: Database;
  storage: Storage;
  now: () => Date;
}

export const rehearsalsRoute: FastifyPluginAsyncZod<RehearsalsOptions> = async (fastify, { database, storage, now }) => {
  const { db } = database;
  const mayAdd = requireToken(db, 'publish', 'promote');
  const mayView = requireToken(db, 'view');

  async function deleteOld(environment: string): Promise<void> {
    const old = await findOldRehearsals(db, environment, KEPT);
    // By its row the next rehearsal finds one of which pictures are left.
    await deletePictures(storage, environment, old);
    await deleteRehearsals(db, old);
  }

  fastify.post('/rehearsals', { schema: addSchema, onRequest: mayAdd, bodyLimit: LARGEST_REPORT }, async (request, reply) => {
    const actor = actorOf(request);
    const { environment } = request.params;
    const { revision, report, reason = null } = request.body;
    assertCovers(actor, Object.keys(request.body.releases));
    const releases = await findReleases(db, request.body.releases);
    const live = await findRevision(db, environment, revision);
    if (!live) throw registryError('revision-not-found');
    const verdict = verdictOf(report);
    const row = await database.transaction(async (tx) => {
      const inserted = await insertRehearsal(tx, {
        ...{ environment, releases, revision, verdict, report, createdBy: actor.name, createdAt: now() },
        ...{ releasesKey: releasesKey(releases), besideKey: besideKey(live.target.parts, releases) },
      });
      const subject = Object.entries(releases).map(([name, { version }]) => `${name}@${version}`);
      const details = { rehearsal: inserted.id, revision, verdict };
      await recordAudit(tx, { actor: actor.name, action: 'rehearse', environment, subject: subject.join(' '), reason, details });
      return inserted;
    });
    await deleteOld(environment).catch((err: unknown) => request.log.warn({ err }, 'old rehearsals stay until the next one'));
    return reply.code(201).send(rehearsalOf(row));
  });

  fastify.get('/rehearsals', { schema: listSchema, onRequest: mayView }, async ({ params, query }) => ({
    rehearsals: await listRehearsals(db, params.environment, query.limit),
  }));

  fastify.get('/rehearsals/:id', { schema: oneSchema, onRequest: mayView }, async ({ params }) =>
    rehearsalOf(await findRehearsal(db, params.environment, params.id)),
  );
};
