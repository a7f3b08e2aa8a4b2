/** Demo kinds, as the desk curates them. */
import type { DemoKindInput, DeskDemoKind } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { asc, eq, sql } from 'drizzle-orm';
import { demoKind, playerDemo, publicDemo } from '../../domain/tables';

const columns = {
  id: demoKind.id,
  name: demoKind.name,
  description: demoKind.description,
  is_public: sql<boolean>`exists (select 1 from ${publicDemo} where ${publicDemo}.id = ${demoKind}.id)`,
};

export const listDeskDemoKinds = (db: Db): Promise<DeskDemoKind[]> => db.select(columns).from(demoKind).orderBy(asc(demoKind.id));

export async function addDemoKind(db: Db, input: DemoKindInput): Promise<DeskDemoKind> {
  const [row] = await db.insert(demoKind).values(input).returning();
  if (!row) throw new Error('the demo kind was not stored');
  return { ...row, is_public: false };
}

/** Undefined if there is no such kind. */
export async function saveDemoKind(db: Db, id: number, input: DemoKindInput): Promise<DeskDemoKind | undefined> {
  await db.update(demoKind).set(input).where(eq(demoKind.id, id));
  const [row] = await db.select(columns).from(demoKind).where(eq(demoKind.id, id));
  return row;
}

/** Removes a kind with its public demo, unless a player's demo is of this kind. */
export async function removeDemoKind(tx: Db, id: number): Promise<DeskDemoKind | 'in-use' | undefined> {
  const [row] = await tx.select(columns).from(demoKind).where(eq(demoKind.id, id)).for('update');
  if (!row) return undefined;
  const [used] = await tx.select({ id: playerDemo.id }).from(playerDemo).where(eq(playerDemo.demoKindId, id)).limit(1);
  if (used) return 'in-use';
  await tx.delete(demoKind).where(eq(demoKind.id, id));
  return row;
}
