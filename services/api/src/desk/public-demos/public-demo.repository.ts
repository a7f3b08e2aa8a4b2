/** Public demos, as the desk curates them. */
import type { DeskPublicDemo, PublicDemoInput } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { asc, eq } from 'drizzle-orm';
import { nextVersion } from '../../domain/next-version';
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
  version: publicDemo.version,
};

const select = (db: Db) => db.select(columns).from(publicDemo).innerJoin(demoKind, eq(demoKind.id, publicDemo.id)).$dynamic();

export const listDeskPublicDemos = (db: Db): Promise<DeskPublicDemo[]> => select(db).orderBy(asc(publicDemo.id));

/** Keeps the kind until the transaction ends. Whether there is one. */
export async function keepDemoKind(tx: Db, id: number): Promise<boolean> {
  const kinds = await tx.select({ id: demoKind.id }).from(demoKind).where(eq(demoKind.id, id)).for('update');
  return kinds.length > 0;
}

export async function findPublicDemo(tx: Db, id: number): Promise<DeskPublicDemo | undefined> {
  const [row] = await select(tx).where(eq(publicDemo.id, id));
  return row;
}

export async function savePublicDemo(tx: Db, id: number, input: PublicDemoInput): Promise<DeskPublicDemo> {
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
    .onConflictDoUpdate({ target: publicDemo.id, set: { ...values, version: nextVersion(publicDemo.version) } });
  return (await findPublicDemo(tx, id)) as DeskPublicDemo;
}

export async function removePublicDemo(tx: Db, id: number): Promise<null> {
  await tx.delete(publicDemo).where(eq(publicDemo.id, id));
  return null;
}
