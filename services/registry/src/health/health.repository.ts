import type { Db } from '@site/platform/database';
import type { Sample } from '@site/release-model/guard';
import { sql } from 'drizzle-orm';

export interface HealthQuery {
  environment: string;
  part: string;
  releaseIds: readonly string[];
  /** Whole minutes from then on. */
  since: Date;
}

/** What was counted of releases of a part, by id. One that nobody got is not in it. */
export async function sumHealth(db: Db, { environment, part, releaseIds, since }: HealthQuery): Promise<Map<string, Sample>> {
  const { rows } = await db.execute<{ release_id: string; documents: number; failures: number }>(sql`
    select release_id, sum(documents)::int as documents, sum(failures)::int as failures from registry.health_minutes
    where environment = ${environment} and part = ${part} and minute >= ${since.toISOString()}::timestamptz
      and release_id in (${sql.join(
        releaseIds.map((id) => sql`${id}`),
        sql`, `,
      )})
    group by release_id`);
  return new Map(rows.map(({ release_id, documents, failures }) => [release_id, { documents, failures }]));
}
