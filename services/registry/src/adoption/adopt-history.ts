/** Takes over what a database of before signed targets has: its releases get their ids, and its revisions targets, signed and chained. */
import type { KeyObject } from 'node:crypto';
import type { Params } from '@site/contracts/params';
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Database, Db } from '@site/platform/database';
import { changesBetween } from '@site/release-model/changes';
import { contentDigest, type ReleaseRef, releaseId } from '@site/release-model/release-id';
import { DEFAULT_POLICY, type Part, type Target, targetHash } from '@site/release-model/target';
import { sql } from 'drizzle-orm';
import { ensureEnvironments } from '../environments/environment.repository';
import { rowOf } from '../revisions/revision-row';

interface OldRevision extends Record<string, unknown> {
  environment: string;
  number: number;
  kind: 'promotion' | 'rollback';
  copies: number | null;
  entries: Record<string, { version: string; previous: string | null }>;
}

interface AdoptionOptions {
  signingKey: KeyObject;
  /** Parameters of the adopted targets: revisions had none of their own. */
  params: Params;
}

/**
 * Does it once: of several registries that start together, the others wait.
 * @returns How many revisions were adopted.
 */
export function adoptHistory(database: Database, options: AdoptionOptions): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('registry.adoption'))`);
    if (!(await hasOldTables(tx))) return 0;
    const releases = await adoptReleases(tx);
    const adopted = await adoptRevisions(tx, releases, options);
    await dropOldTables(tx);
    return adopted;
  });
}

/** For a database that begins: what holds nothing is dropped by its owner, since the registry may be unable to. */
export function dropEmptyHistory(database: Database): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('registry.adoption'))`);
    if (!(await hasOldTables(tx))) return;
    const { rows } = await tx.execute(
      sql`(select 1 from registry.old_releases limit 1) union all (select 1 from registry.old_revisions limit 1)`,
    );
    if (rows.length === 0) await dropOldTables(tx);
  });
}

async function hasOldTables(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ exists: boolean }>(sql`select to_regclass('registry.old_releases') is not null as exists`);
  return rows[0]?.exists ?? false;
}

async function dropOldTables(tx: Db): Promise<void> {
  await tx.execute(sql`drop table registry.old_revisions`);
  await tx.execute(sql`drop table registry.old_releases`);
}

type Releases = ReadonlyMap<string, ReleaseRef>;

/** @returns Ids by `name@version`. */
async function adoptReleases(tx: Db): Promise<Releases> {
  const { rows } = await tx.execute<{ descriptor: ReleaseDescriptor }>(
    // What descriptors had beside those of today.
    sql`select descriptor - 'digest' - 'builtAt' as descriptor from registry.old_releases`,
  );
  const releases = new Map<string, ReleaseRef>();
  for (const { descriptor } of rows) {
    const { name, version } = descriptor;
    const id = releaseId(descriptor);
    releases.set(`${name}@${version}`, { version, id });
    await tx.execute(sql`
      insert into registry.releases (name, version, id, content_digest, size, descriptor, published_by, published_at)
      select name, version, ${id}, ${contentDigest(descriptor)}, size, descriptor - 'digest' - 'builtAt', published_by, published_at
      from registry.old_releases where name = ${name} and version = ${version}`);
  }
  return releases;
}

async function adoptRevisions(tx: Db, releases: Releases, { signingKey, params }: AdoptionOptions): Promise<number> {
  const { rows } = await tx.execute<OldRevision>(
    sql`select environment, number, kind, copies, entries from registry.old_revisions order by environment, number`,
  );
  await ensureEnvironments(tx, [...new Set(rows.map(({ environment }) => environment))]);
  let before: Target | null = null;
  for (const old of rows) {
    if (before?.environment !== old.environment) before = null;
    const target = targetOf(old, before, releases, params);
    const changes = changesBetween(before, target);
    const cause = old.kind === 'promotion' ? 'promote' : 'rollback';
    const row = rowOf({ target, cause, restores: old.copies, fixes: false, changes }, signingKey);
    await tx.execute(sql`
      insert into registry.revisions (environment, number, epoch, cause, restores, fixes, hash, envelope, changes, stable, candidates,
        created_by, created_at, reason)
      select environment, number, ${row.epoch}::int, ${row.cause}, ${row.restores}::int, ${row.fixes}::boolean, ${row.hash},
        ${JSON.stringify(row.envelope)}::json, ${JSON.stringify(row.changes)}::jsonb, ${JSON.stringify(row.stable)}::jsonb,
        ${JSON.stringify(row.candidates)}::jsonb, created_by, created_at, reason
      from registry.old_revisions where environment = ${old.environment} and number = ${old.number}`);
    before = target;
  }
  return rows.length;
}

function targetOf({ environment, number, entries }: OldRevision, before: Target | null, releases: Releases, params: Params): Target {
  const parts = Object.entries(entries).map(([name, { version, previous }]): [string, Part] => {
    const stable = releases.get(`${name}@${version}`);
    if (!stable) throw new Error(`Revision ${number} of ${environment} names ${name}@${version}, which was never published.`);
    const fallback = previous === null ? null : (releases.get(`${name}@${previous}`) ?? null);
    return [name, { stable, candidate: null, fallback, disabled: null }];
  });
  return {
    schema: 1,
    environment,
    epoch: 1,
    number,
    previousHash: before && targetHash(before),
    params,
    policy: DEFAULT_POLICY,
    parts: Object.fromEntries(parts),
  };
}
