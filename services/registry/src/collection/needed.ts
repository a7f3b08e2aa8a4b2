/** Which releases must keep their files, whenever they were published. */
import type { Db } from '@site/platform/database';
import type { Command } from '@site/release-model/commands';
import { and, eq, gt, inArray, isNotNull, notExists, notInArray, sql } from 'drizzle-orm';
import { listNames } from '../environments/environment.repository';
import { previews } from '../preview-table';
import { findCollected, findYanked } from '../releases/release.repository';
import { NamedReleases } from '../revisions/named-releases';
import { RevisionLogs } from '../revisions/revision-logs';
import { findRevision } from '../revisions/revision.repository';
import { audit, plans, proposals } from '../tables';

/** For how long what was live keeps its files. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Asked again, it looks only at the revisions that were added since. */
export class Needed {
  /** What was live then or later keeps its files. */
  readonly since: Date;
  readonly #named: NamedReleases;
  readonly #logs = new RevisionLogs();

  /** @param at As of when. */
  constructor(private readonly at: Date) {
    this.since = new Date(at.getTime() - KEPT_DAYS * DAY_MS);
    this.#named = new NamedReleases(this.since);
  }

  /**
   * Ids of releases that are live, fall back, were live in the last 30 days, or that a rollback, a plan, a proposal or a link may show. One call
   * after the other.
   */
  async find(db: Db): Promise<Set<string>> {
    return new Set([
      ...(await this.#named.read(db)),
      ...(await this.#findRollbackTargets(db)),
      ...(await findPlanned(db)),
      ...(await findProposed(db, this.at)),
      ...(await findLinked(db, this.at)),
    ]);
  }

  /** Of the revision that a rollback would return to, in each environment. */
  async #findRollbackTargets(db: Db): Promise<string[]> {
    const unusable = new Set([...(await findYanked(db)), ...(await findCollected(db))]);
    const ids: string[] = [];
    for (const name of await listNames(db)) {
      const target = (await this.#logs.read(db, name)).rollbackTarget((id) => !unusable.has(id));
      ids.push(...Object.values(target?.stable ?? {}));
    }
    return ids;
  }
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
