/** Public demos, as the desk curates them. */
import type { PublicDemo } from '@site/contracts/api/demos';
import type { PublicDemoInput } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { asc, eq } from 'drizzle-orm';
import { demoKind, publicDemo } from '../../domain/tables';

const columns = {
  id: publicDemo.id,
  name: demoKind.name,
  description: demoKind.description,
  description_2: publicDemo.description2,
  vertical: publicDemo.vertical,
  status: publicDemo.status,
  sponsored: publicDemo.sponsored,
  is_meta_demo: publicDemo.isMetaDemo,
};

const select = (db: Db) => db.select(columns).from(publicDemo).innerJoin(demoKind, eq(demoKind.id, publicDemo.id)).$dynamic();

export const listDeskPublicDemos = (db: Db): Promise<PublicDemo[]> => select(db).orderBy(asc(publicDemo.id));

/** Undefined if there is no such demo kind. */
export async function savePublicDemo(tx: Db, id: number, input: PublicDemoInput): Promise<PublicDemo | undefined> {
  const kinds = await tx.select({ id: demoKind.id }).from(demoKind).where(eq(demoKind.id, id)).for('share');
  if (kinds.length === 0) return undefined;
  const values = {
    description2: input.description_2,
    vertical: input.vertical,
    status: input.status,
    sponsored: input.sponsored,
    isMetaDemo: input.is_meta_demo,
  };
  await tx
    .insert(publicDemo)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: publicDemo.id, set: values });
  const [row] = await select(tx).where(eq(publicDemo.id, id));
  return row;
}

/** What was offered. Undefined if the kind was not offered. */
export async function removePublicDemo(db: Db, id: number): Promise<PublicDemo | undefined> {
  const [row] = await select(db).where(eq(publicDemo.id, id));
  const removed = await db.delete(publicDemo).where(eq(publicDemo.id, id)).returning({ id: publicDemo.id });
  return removed.length > 0 ? row : undefined;
}
