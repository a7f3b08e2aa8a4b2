/** What the guard of a plan goes by, as it grew. */
import type { Database, Db } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { Comparison } from '@site/release-model/guard';
import { type PlanHealth, planHealthSchema } from '@site/release-model/registry-answers';
import type { ReleaseRef } from '@site/release-model/release-id';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { registryError } from '../errors';
import { listHealthByTime, stepOf } from '../health/health.repository';
import { findLive } from '../revisions/revision.repository';
import { requireToken } from '../tokens/authorize';
import { findPlan, type PlanRow } from './plan.repository';
import { planParams } from './plan.schema';

const HOUR_MS = 3_600_000;

const schema = { params: planParams, response: { 200: planHealthSchema, ...refusals(400, 401, 403, 404) } };

export const planHealthRoute: FastifyPluginAsyncZod<{ database: Database; now: () => Date }> = async (
  fastify,
  { database: { db }, now },
) => {
  fastify.get('/plans/:id/health', { schema, onRequest: requireToken(db, 'view') }, async ({ params: { environment, id } }) => {
    const plan = await findPlan(db, environment, id);
    if (!plan) throw registryError('plan-not-found');
    const live = await findLive(db, environment);
    const since = plan.startedAt ?? now();
    const step = stepOf((now().getTime() - since.getTime()) / HOUR_MS);
    const named = Object.entries(plan.releases).sort(([one], [other]) => (one < other ? -1 : 1));
    const parts = named.flatMap(([name, candidate]) => {
      const stable = live[name]?.stable;
      return stable ? [partOf(db, plan, { name, candidate, stable, since, step })] : [];
    });
    return { step, parts: await Promise.all(parts) };
  });
};

type PartHealth = PlanHealth['parts'][number];

interface Compared {
  name: string;
  candidate: ReleaseRef;
  stable: ReleaseRef;
  since: Date;
  step: PlanHealth['step'];
}

/** Before its first step, and once its releases are the stable ones, there is nothing to compare. */
async function partOf(
  db: Db,
  { environment, startedAt }: PlanRow,
  { name, candidate, stable, since, step }: Compared,
): Promise<PartHealth> {
  if (!startedAt || candidate.id === stable.id) return { name, candidate, stable, times: [] };
  const rows = await listHealthByTime(db, { environment, part: name, releaseIds: [candidate.id, stable.id], since }, step);
  const times: PartHealth['times'] = [];
  const sums: Comparison = { candidate: { documents: 0, failures: 0 }, stable: { documents: 0, failures: 0 } };
  for (const { at, id, documents, failures } of rows) {
    const sum = id === candidate.id ? sums.candidate : sums.stable;
    sum.documents += documents;
    sum.failures += failures;
    if (times.at(-1)?.at === at.toISOString()) times.pop();
    times.push({ at: at.toISOString(), candidate: { ...sums.candidate }, stable: { ...sums.stable } });
  }
  return { name, candidate, stable, times };
}
