/** Demos that are offered, and demos of players. */
import type { DemoCreation, DemoKind, DemoUpdate, PlayerDemo, PublicDemo } from '@site/contracts/api/demos';
import type { Db } from '@site/platform/database';
import { and, asc, count, eq } from 'drizzle-orm';
import { nextVersion } from '../domain/next-version';
import { demoKind, member, playerDemo, publicDemo } from '../domain/tables';

const playerDemoColumns = {
  id: playerDemo.id,
  demo_kind_id: playerDemo.demoKindId,
  url: playerDemo.url,
  description: playerDemo.description,
  endorsements: playerDemo.endorsements,
};

export const listPublicDemos = (db: Db): Promise<PublicDemo[]> =>
  db
    .select({
      id: publicDemo.id,
      name: demoKind.name,
      description: demoKind.description,
      description_2: publicDemo.description2,
      vertical: publicDemo.vertical,
      status: publicDemo.status,
      sponsored: publicDemo.sponsored,
      is_meta_demo: publicDemo.isMetaDemo,
    })
    .from(publicDemo)
    .innerJoin(demoKind, eq(demoKind.id, publicDemo.id))
    .orderBy(asc(publicDemo.id));

export const listDemoKinds = (db: Db): Promise<DemoKind[]> => db.select().from(demoKind).orderBy(asc(demoKind.id));

export const listDemosOf = (db: Db, subject: string): Promise<PlayerDemo[]> =>
  db.select(playerDemoColumns).from(playerDemo).where(eq(playerDemo.subject, subject)).orderBy(asc(playerDemo.id));

/** How many demos the player has. Until the transaction ends, nobody else who asks this first adds one. */
export async function countDemosOf(tx: Db, subject: string): Promise<number> {
  await tx.select({ subject: member.subject }).from(member).where(eq(member.subject, subject)).for('update');
  const [row] = await tx.select({ demos: count() }).from(playerDemo).where(eq(playerDemo.subject, subject));
  return row?.demos ?? 0;
}

/** Undefined if the demo kind does not exist. */
export async function addDemo(db: Db, subject: string, demo: DemoCreation): Promise<PlayerDemo | undefined> {
  const kinds = await db.select().from(demoKind).where(eq(demoKind.id, demo.demo_kind_id)).for('share');
  if (kinds.length === 0) return undefined;
  const values = { subject, demoKindId: demo.demo_kind_id, url: demo.url, description: demo.description };
  const [row] = await db.insert(playerDemo).values(values).returning(playerDemoColumns);
  return row;
}

/** Undefined unless the player owns such a demo. Staff who have seen it as it was do not endorse what it is now. */
export async function saveDemo(db: Db, subject: string, id: number, demo: DemoUpdate): Promise<PlayerDemo | undefined> {
  const [row] = await db
    .update(playerDemo)
    .set({ url: demo.url, description: demo.description, version: nextVersion(playerDemo.version) })
    .where(ownedBy(subject, id))
    .returning(playerDemoColumns);
  return row;
}

/** The demo that was removed. Undefined unless the player owned it. */
export async function removeDemo(db: Db, subject: string, id: number): Promise<PlayerDemo | undefined> {
  const [row] = await db.delete(playerDemo).where(ownedBy(subject, id)).returning(playerDemoColumns);
  return row;
}

const ownedBy = (subject: string, id: number) => and(eq(playerDemo.id, id), eq(playerDemo.subject, subject));
