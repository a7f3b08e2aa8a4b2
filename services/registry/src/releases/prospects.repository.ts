/** Releases that may become live next. Every registry finds the same in the database. */
import type { Database, Db } from '@site/platform/database';
import { MOST_PROSPECTS, MOST_TOGETHER, type Prospect } from '@site/release-model/prospects';
import { liveIds, type Parts } from '@site/release-model/target';
import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { dryRuns, releaseEvents, releases } from '../tables';
import { collection, findCollected, findYanked, withCollection, withYank } from './release.repository';

/** Channel of `Database.notify`; the payload is the name of the environment, or empty for all. */
export const PROSPECTS_CHANNEL = 'registry_prospects';

const NEWEST_OF_A_PART = 2;
/** After that, nobody waits to carry out what was tried. */
const DRY_RUN_HOURS = 1;

export const announceProspects = (database: Database, environment: string | null, tx: Db): Promise<void> =>
  database.notify(PROSPECTS_CHANNEL, environment ?? '', tx);

/** Remembers what a dry run would show to visitors, in place of what the one before would. */
export async function noteDryRun(database: Database, environment: string, prospect: Prospect, tx: Db): Promise<void> {
  const values = { prospect, at: sql`now()` };
  await tx
    .insert(dryRuns)
    .values({ environment, ...values })
    .onConflictDoUpdate({ target: dryRuns.environment, set: values });
  await announceProspects(database, environment, tx);
}

/** That of the last dry run, then the newest releases of each part, newest first; what is live, yanked or collected is none. */
export async function findProspects(db: Db, environment: string, live: Parts): Promise<Prospect[]> {
  const known = liveIds(live);
  const tried = await findTried(db, environment);
  const isNew = tried && Object.values(tried).some(({ id }) => !known.has(id));
  const newest = await findNewest(db, [...known]);
  return [...(isNew ? [tried] : []), ...newest.map(({ name, version, id }) => ({ [name]: { version, id } }))].slice(0, MOST_PROSPECTS);
}

/** Null if one of its releases was yanked or collected since, or if they are more than can be named. */
async function findTried(db: Db, environment: string): Promise<Prospect | null> {
  const [row] = await db
    .select({ prospect: dryRuns.prospect })
    .from(dryRuns)
    .where(and(eq(dryRuns.environment, environment), gt(dryRuns.at, sql`now() - make_interval(hours => ${DRY_RUN_HOURS})`)));
  if (!row || Object.keys(row.prospect).length > MOST_TOGETHER) return null;
  const unusable = new Set([...(await findYanked(db)), ...(await findCollected(db))]);
  return Object.values(row.prospect).some(({ id }) => unusable.has(id)) ? null : row.prospect;
}

async function findNewest(db: Db, except: string[]) {
  const { name, version, id, publishedAt } = releases;
  const rank = sql<number>`row_number() over (partition by ${name} order by ${publishedAt} desc, ${version} desc)`.as('rank');
  const ranked = db
    .select({ name, version, id, publishedAt, rank })
    .from(releases)
    .leftJoin(releaseEvents, withYank)
    .leftJoin(collection, withCollection)
    // One parameter, however many they are.
    .where(and(sql`${id} <> all(${sql.param(except)}::text[])`, isNull(releaseEvents.id), isNull(collection.id)))
    .as('ranked');
  return db
    .select({ name: ranked.name, version: ranked.version, id: ranked.id })
    .from(ranked)
    .where(lte(ranked.rank, NEWEST_OF_A_PART))
    .orderBy(desc(ranked.publishedAt), ranked.name)
    .limit(MOST_PROSPECTS);
}
