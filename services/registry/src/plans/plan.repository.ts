import type { Db } from '@site/platform/database';
import { notifyQuery } from '@site/platform/notify-query';
import { isEnded, type Plan, type Progress } from '@site/release-model/plan';
import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { PLAN_CHANNEL } from '../revisions/channels';
import { plans } from '../tables';
import { isUnfinished, listUnfinished } from '../unfinished-plans';

export type PlanRow = typeof plans.$inferSelect;

/** How often a plan that shows something to visitors is looked at, even if nobody says that anything has changed. */
export const LOOK_MS = 30_000;
/** Longer than a look takes, so that a second worker takes over only from one that has ended. */
const LEASE_MS = 60_000;

const ours = (environment: string) => eq(plans.environment, environment);

export async function insertPlan(tx: Db, row: typeof plans.$inferInsert): Promise<PlanRow> {
  const [added] = await tx.insert(plans).values(row).returning();
  await tx.execute(notifyQuery(PLAN_CHANNEL, row.environment));
  return added as PlanRow;
}

export async function findPlan(db: Db, environment: string, id: number): Promise<PlanRow | null> {
  const [found] = await db
    .select()
    .from(plans)
    .where(and(ours(environment), eq(plans.id, id)));
  return found ?? null;
}

/** The same; until the transaction ends, nobody else changes it. */
export async function holdPlan(tx: Db, environment: string, id: number): Promise<PlanRow | null> {
  const [found] = await tx
    .select()
    .from(plans)
    .where(and(ours(environment), eq(plans.id, id)))
    .for('no key update');
  return found ?? null;
}

/** Newest first. */
export const listPlans = (db: Db, environment: string, options: { limit: number; before?: number | undefined; unfinished: boolean }) =>
  db
    .select()
    .from(plans)
    .where(
      and(
        ours(environment),
        options.before === undefined ? undefined : lt(plans.id, options.before),
        options.unfinished ? isUnfinished : undefined,
      ),
    )
    .orderBy(desc(plans.id))
    .limit(options.limit);

/** One that has not ended and names one of the parts. */
export async function findUnfinished(db: Db, environment: string, parts: readonly string[]): Promise<PlanRow | null> {
  const rows = await listUnfinished(db, environment);
  return rows.find(({ releases }) => parts.some((part) => part in releases)) ?? null;
}

/** The newest one that its guard aborted and that names one of the releases. */
export async function findHarmful(db: Db, environment: string, releases: Plan['releases']): Promise<PlanRow | null> {
  const rows = await db
    .select()
    .from(plans)
    .where(and(ours(environment), eq(plans.endedBy, 'guard')))
    .orderBy(desc(plans.id));
  return rows.find((row) => Object.entries(releases).some(([name, { id }]) => row.releases[name]?.id === id)) ?? null;
}

/** When a plan is looked at next, unless what is live changes. Before it starts, there is nothing to see. */
export function nextLook({ state, dueAt }: Progress, now: Date): Date | null {
  if (isEnded({ state })) return null;
  if (state === 'scheduled') return dueAt;
  const soon = new Date(now.getTime() + LOOK_MS);
  return state === 'running' && dueAt && dueAt < soon ? dueAt : soon;
}

const isFree = (now: Date) => or(isNull(plans.leasedUntil), lte(plans.leasedUntil, now));

/** Takes a plan that is due to be looked at, for this worker alone. */
export async function leasePlan(db: Db, now: Date): Promise<PlanRow | null> {
  const due = db
    .select({ id: plans.id })
    .from(plans)
    .where(and(lte(plans.lookAt, now), isFree(now)))
    .orderBy(plans.lookAt, plans.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [leased] = await db
    .update(plans)
    .set({ leasedUntil: new Date(now.getTime() + LEASE_MS) })
    .where(inArray(plans.id, due))
    .returning();
  return leased ?? null;
}

/** Puts a leased plan back, unless it was changed meanwhile. */
export async function returnPlan(db: Db, { id, version }: PlanRow, lookAt: Date | null): Promise<void> {
  await db
    .update(plans)
    .set({ lookAt, leasedUntil: null })
    .where(and(eq(plans.id, id), eq(plans.version, version)));
}

/** What an environment shows or allows has changed: its plans are looked at. */
export async function makeDue(db: Db, environment: string, now: Date): Promise<void> {
  // In the order in which a revision that ends several holds them.
  const unfinished = db
    .select({ id: plans.id })
    .from(plans)
    .where(and(ours(environment), isUnfinished))
    .orderBy(plans.id)
    .for('no key update');
  await db.update(plans).set({ lookAt: now }).where(inArray(plans.id, unfinished));
}

/** When there is something to look at next; null if no plan is under way. */
export async function findNextLook(db: Db): Promise<Date | null> {
  const at = sql`min(greatest(${plans.lookAt}, ${plans.leasedUntil}))`.mapWith(plans.lookAt);
  const [next] = await db.select({ at }).from(plans).where(isNotNull(plans.lookAt));
  // There is no least one of no rows.
  return (next?.at as Date | null | undefined) ?? null;
}
