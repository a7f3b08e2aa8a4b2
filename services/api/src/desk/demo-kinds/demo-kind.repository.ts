/** Demo kinds, as the desk curates them. */
import type { DemoKindInput, DeskDemoKind } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { asc, eq, sql } from 'drizzle-orm';
import { nextVersion } from '../../domain/next-version';
import { demoKind, playerDemo, publicDemo } from '../../domain/tables';

const columns = {
  id: demoKind.id,
  name: demoKind.name,
  description: demoKind.description,
  version: demoKind.version,
  is_public: sql<boolean>`exists (select 1 from ${publicDemo} where ${publicDemo}.id = ${demoKind}.id)`,
};

export const listDeskDemoKinds = (db: Db): Promise<DeskDemoKind[]> => db.select(columns).from(demoKind).orderBy(asc(demoKind.id));

export async function lockDemoKind(tx: Db, id: number): Promise<DeskDemoKind | undefined> {
  const [row] = await tx.select(columns).from(demoKind).where(eq(demoKind.id, id)).for('update');
  return row;
}

export async function addDemoKind(db: Db, input: DemoKindInput): Promise<DeskDemoKind> {
  const [row] = await db.insert(demoKind).values(input).returning();
  if (!row) throw new Error('the demo kind was not stored');
  return { ...row, is_public: false };
}

export async function saveDemoKind(tx: Db, id: number, input: DemoKindInput): Promise<DeskDemoKind> {
  await tx
    .update(demoKind)
    .set({ ...input, version: nextVersion(demoKind.version) })
    .where(eq(demoKind.id, id));
  const [row] = await tx.select(columns).from(demoKind).where(eq(demoKind.id, id));
  return row as DeskDemoKind;
}

/** Whether a player's demo is of this kind. */
export async function isKindInUse(tx: Db, id: number): Promise<boolean> {
  const used = await tx.select({ id: playerDemo.id }).from(playerDemo).where(eq(playerDemo.demoKindId, id)).limit(1);
  return used.length > 0;
}

/** Its public demo goes with it. */
export async function removeDemoKind(tx: Db, id: number): Promise<null> {
  await tx.delete(demoKind).where(eq(demoKind.id, id));
  return null;
}
