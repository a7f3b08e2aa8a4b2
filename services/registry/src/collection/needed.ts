/** Which releases must keep their files, whenever they were published. */
import type { Db } from '@site/platform/database';
import type { Command } from '@site/release-model/commands';
import { RevisionLog } from '@site/release-model/revision-log';
import { and, eq, gt, inArray, isNotNull, notExists, notInArray, sql } from 'drizzle-orm';
import { listNames } from '../environments/environment.repository';
import { previews } from '../preview-table';
import { findCollected, findYanked } from '../releases/release.repository';
import { findReleasesSince, findRevision, listEntries } from '../revisions/revision.repository';
import { audit, plans, proposals } from '../tables';

/** For how long what was live keeps its files. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_DAYS * DAY_MS);

/** Ids of releases that are live, fall back, were live in the last 30 days, or that a rollback, a plan, a proposal or a link may show. */
export async function findNeeded(db: Db, now: Date): Promise<Set<string>> {
  return new Set([
    ...(await findReleasesSince(db, keptSince(now))),
    ...(await findRollbackTargets(db)),
    ...(await findPlanned(db)),
    ...(await findProposed(db, now)),
    ...(await findLinked(db, now)),
  ]);
}

/** Of the revision that a rollback would return to, in each environment. */
async function findRollbackTargets(db: Db): Promise<string[]> {
  const unusable = new Set([...(await findYanked(db)), ...(await findCollected(db))]);
  const ids: string[] = [];
  for (const name of await listNames(db)) {
    const target = new RevisionLog(await listEntries(db, name, 1)).rollbackTarget((id) => !unusable.has(id));
    ids.push(...Object.values(target?.stable ?? {}));
  }
  return ids;
}

async function findPlanned(db: Db): Promise<string[]> {
  const rows = await db
    .select({ releases: plans.releases })
    .from(plans)
    .where(notInArray(plans.state, ['done', 'aborted']));
  return rows.flatMap(({ releases }) => Object.values(releases).map(({ id }) => id));
}

async function findProposed(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .select({ environment: proposals.environment, command: proposals.command })
    .from(proposals)
    .where(and(eq(proposals.state, 'open'), gt(proposals.expiresAt, now)));
  return (await Promise.all(rows.map(({ environment, command }) => namedBy(db, environment, command)))).flat();
}

async function namedBy(db: Db, environment: string, command: Command): Promise<string[]> {
  if ('releases' in command) return Object.values(command.releases).map(({ id }) => id);
  if (command.kind !== 'rollback' || command.to === undefined) return [];
  const revision = await findRevision(db, environment, command.to);
  return Object.values(revision?.target.parts ?? {}).map(({ stable }) => stable.id);
}

/** Of links to previews and replays that have neither expired nor been revoked: the audit has what they show. */
async function findLinked(db: Db, now: Date): Promise<string[]> {
  const revoked = db
    .select({ one: sql`1` })
    .from(previews)
    .where(and(eq(sql`${previews.id}::text`, sql`${audit.details} ->> 'id'`), isNotNull(previews.revokedAt)));
  const rows = await db
    .select({ details: audit.details })
    .from(audit)
    .where(
      and(
        inArray(audit.action, ['preview', 'replay']),
        sql`(${audit.details} ->> 'expiresAt')::timestamptz > ${now.toISOString()}::timestamptz`,
        notExists(revoked),
      ),
    );
  return rows.flatMap(({ details }) => (details?.releases as string[] | undefined) ?? []);
}
