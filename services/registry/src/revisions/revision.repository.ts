import type { Db } from '@site/platform/database';
import type { Envelope } from '@site/release-model/envelope';
import type { Revision, RevisionSummary } from '@site/release-model/revision';
import type { LogEntry } from '@site/release-model/revision-log';
import { type Parts, releasesOf, type Target } from '@site/release-model/target';
import { and, asc, desc, eq, gt, gte, lt } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { revisions } from '../tables';

export type RevisionRow = typeof revisions.$inferSelect;

const { environment, number, epoch, cause, restores, hash, changes, createdBy, createdAt, reason, approvedBy } = revisions;
const { fixes, stable, candidates, planId, planStep, rehearsal } = revisions;
const summary = {
  ...{ environment, number, epoch, cause, restores, fixes, hash, changes },
  ...{ createdBy, createdAt, reason, approvedBy, planId, planStep, rehearsal },
};

type SummaryRow = Pick<RevisionRow, keyof typeof summary>;

export const summaryOf = (row: SummaryRow): RevisionSummary => ({
  environment: row.environment,
  number: row.number,
  epoch: row.epoch,
  cause: row.cause,
  restores: row.restores,
  fixes: row.fixes,
  hash: row.hash,
  changes: row.changes,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  reason: row.reason,
  approvedBy: row.approvedBy,
  plan: row.planId !== null && row.planStep !== null ? { id: row.planId, step: row.planStep } : null,
  rehearsal: row.rehearsal,
});

/** The target in an envelope of our own: whoever else reads one verifies it. */
const targetIn = ({ payload }: Envelope): Target => JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Target;

interface Signed {
  envelope: Envelope;
  /** What is in it. */
  target: Target;
}

const KEPT = 20;
/** By their hashes. A target of hundreds of parts takes longer to read than to decide the next one. */
const known = new LRUCache<string, Signed>({ max: KEPT });

/** Spares those who read a target next the way to the database. @param of Hash of the target. */
export const rememberTarget = (of: string, signed: Signed): void => void known.set(of, signed);

/** Of a row that was just read: none is ever deleted. */
async function signedOf(db: Db, row: Pick<RevisionRow, 'environment' | 'number' | 'hash'>): Promise<Signed> {
  const remembered = known.get(row.hash);
  if (remembered) return remembered;
  const [found] = await db
    .select({ envelope: revisions.envelope })
    .from(revisions)
    .where(and(eq(environment, row.environment), eq(number, row.number)));
  if (!found) throw new Error(`There is no revision ${row.number} of ${row.environment} any more`);
  const signed = { envelope: found.envelope, target: targetIn(found.envelope) };
  rememberTarget(row.hash, signed);
  return signed;
}

const revisionOf = async (db: Db, row: SummaryRow): Promise<Revision> => ({ ...summaryOf(row), target: (await signedOf(db, row)).target });

/** The live one, or null before the first. */
export async function findCurrent(db: Db, name: string): Promise<Revision | null> {
  const [row] = await db.select(summary).from(revisions).where(eq(environment, name)).orderBy(desc(number)).limit(1);
  return row ? revisionOf(db, row) : null;
}

/** Parts of the live target; none before the first. */
export const findLive = async (db: Db, name: string): Promise<Parts> => (await findCurrent(db, name))?.target.parts ?? {};

/** Number of the live revision, 0 before the first. */
export async function findCurrentNumber(db: Db, name: string): Promise<number> {
  const [row] = await db.select({ number }).from(revisions).where(eq(environment, name)).orderBy(desc(number)).limit(1);
  return row?.number ?? 0;
}

export async function findRevision(db: Db, name: string, wanted: number): Promise<Revision | null> {
  const [row] = await db
    .select(summary)
    .from(revisions)
    .where(and(eq(environment, name), eq(number, wanted)));
  return row ? revisionOf(db, row) : null;
}

/** The signed target that is live, and its hash. */
export async function findEnvelope(db: Db, name: string): Promise<Pick<RevisionRow, 'envelope' | 'hash'> | null> {
  const [row] = await db.select({ environment, number, hash }).from(revisions).where(eq(environment, name)).orderBy(desc(number)).limit(1);
  return row ? { envelope: (await signedOf(db, row)).envelope, hash: row.hash } : null;
}

/** Ids of the releases that the live target of some environment names. */
export async function findLiveReleases(db: Db): Promise<Set<string>> {
  const live = await db
    .selectDistinctOn([environment], { envelope: revisions.envelope })
    .from(revisions)
    .orderBy(environment, desc(number));
  return new Set(live.flatMap(({ envelope }) => releasesOf(targetIn(envelope).parts)).map(({ id }) => id));
}

/** Newest first. @param page.before Only revisions with a lower number. */
export async function listRevisions(
  db: Db,
  name: string,
  page: { before?: number | undefined; limit: number },
): Promise<RevisionSummary[]> {
  const older = page.before === undefined ? undefined : lt(number, page.before);
  const rows = await db
    .select(summary)
    .from(revisions)
    .where(and(eq(environment, name), older))
    .orderBy(desc(number))
    .limit(page.limit);
  return rows.map(summaryOf);
}

/** Oldest first, at most 20. */
export async function listAfter(db: Db, name: string, after: number): Promise<RevisionSummary[]> {
  const rows = await db
    .select(summary)
    .from(revisions)
    .where(and(eq(environment, name), gt(number, after)))
    .orderBy(asc(number))
    .limit(20);
  return rows.map(summaryOf);
}

export type HashedEntry = LogEntry & { hash: string };

/** What a log remembers of the revisions from a number on, oldest first, and their hashes. */
export const listEntries = (db: Db, name: string, from: number, limit: number): Promise<HashedEntry[]> =>
  db
    .select({ number, cause, restores, fixes, createdBy, createdAt, stable, candidates, hash })
    .from(revisions)
    .where(and(eq(environment, name), gte(number, from)))
    .orderBy(asc(number))
    .limit(limit);

/** @returns false if the number exists. */
export async function appendRevision(db: Db, row: RevisionRow): Promise<boolean> {
  const added = await db.insert(revisions).values(row).onConflictDoNothing().returning({ number });
  return added.length > 0;
}
