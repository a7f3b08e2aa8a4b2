/** Which releases visitors have, how fast a promotion reached them, and which releases can be deleted. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { adoptionSchema } from '@site/release-model/registry-answers';
import type { Part } from '@site/release-model/target';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { findCollected } from '../releases/release.repository';
import { findLive, findLiveReleases } from '../revisions/revision.repository';
import { requireToken } from '../tokens/authorize';
import { findPromotion, findReached, listAdoption, listUnused } from './adoption.repository';
import { stepOf } from './health.repository';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** From this share of the documents on, a promotion has reached everybody. */
const EVERYBODY = 0.99;

const schema = {
  params: environmentParams,
  querystring: z.object({ part: z.string().max(100).optional(), hours: z.coerce.number().int().min(1).max(720).default(24) }),
  response: {
    200: adoptionSchema,
    ...refusals(400, 401, 403, 404),
  },
};

export const adoptionRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database: { db } }) => {
  async function promotionOf(environment: string, name: string, { stable }: Part) {
    const promotion = await findPromotion(db, environment, name, stable.id);
    if (!promotion) return null;
    const { number, at } = promotion;
    const since = new Date(at.getTime() - (at.getTime() % MINUTE_MS));
    const reached = await findReached(db, environment, { part: name, id: stable.id, since, share: EVERYBODY });
    const seconds = reached && Math.ceil((reached.getTime() + MINUTE_MS - at.getTime()) / 1000);
    return { revision: number, version: stable.version, at: at.toISOString(), reachedWithinSeconds: seconds };
  }

  fastify.get('/adoption', { schema, onRequest: requireToken(db, 'view') }, async ({ params: { environment }, query }) => {
    const { part: only, hours } = query;
    const step = stepOf(hours);
    const since = new Date(Date.now() - hours * HOUR_MS);
    const rows = await listAdoption(db, environment, { step, since, only });
    const current = await findLive(db, environment);
    const live = await findLiveReleases(db);
    const collected = await findCollected(db);
    const unused = (await listUnused(db, only)).filter(({ id }) => !live.has(id) && !collected.has(id));

    const names = [...new Set([...Object.keys(current), ...rows.map(({ part }) => part), ...unused.map(({ name }) => name)])].sort();
    const parts = names
      .filter((name) => only === undefined || name === only)
      .map(async (name) => {
        const own = rows.filter(({ part }) => part === name);
        const part = current[name];
        return {
          name,
          releases: releasesIn(own),
          times: timesOf(own),
          promotion: part ? await promotionOf(environment, name, part) : null,
          deletable: unused.filter((release) => release.name === name).map(({ id, version }) => ({ id, version })),
        };
      });
    return { since: since.toISOString(), step, parts: await Promise.all(parts) };
  });
};

interface Row {
  at: Date;
  id: string;
  version: string;
  documents: number;
}

function releasesIn(rows: readonly Row[]) {
  const sums = new Map<string, { id: string; version: string; documents: number }>();
  for (const { id, version, documents } of rows) sums.set(id, { id, version, documents: documents + (sums.get(id)?.documents ?? 0) });
  return [...sums.values()].sort((one, other) => other.documents - one.documents);
}

function timesOf(rows: readonly Row[]) {
  const times = new Map<string, Record<string, number>>();
  for (const { at, version, documents } of rows) times.set(at.toISOString(), { ...times.get(at.toISOString()), [version]: documents });
  return [...times].map(([at, documents]) => ({ at, documents }));
}
