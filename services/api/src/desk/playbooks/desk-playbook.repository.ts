/** Playbooks, as the desk curates them. */
import type { DeskPlaybook, PlaybookInput } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { asc, eq, sql } from 'drizzle-orm';
import { playbookValues } from '../../domain/playbook-values';
import { playbook, playerPlaybook } from '../../domain/tables';

const columns = {
  id: playbook.id,
  name: playbook.name,
  description_1: playbook.description1,
  description_2: playbook.description2,
  description_3: playbook.description3,
  min_size: playbook.minSize,
  max_size: playbook.maxSize,
  memberLevel: playbook.memberLevel,
  needs_subscription: playbook.needsSubscription,
  needs_rank: playbook.needsRank,
  is_listed: playbook.isListed,
  followers: sql<number>`(select count(*)::int from ${playerPlaybook} where ${playerPlaybook}.playbook_id = ${playbook}.id)`,
};

export const listDeskPlaybooks = (db: Db): Promise<DeskPlaybook[]> => db.select(columns).from(playbook).orderBy(asc(playbook.id));

async function findDeskPlaybook(db: Db, id: number): Promise<DeskPlaybook | undefined> {
  const [row] = await db.select(columns).from(playbook).where(eq(playbook.id, id));
  return row;
}

export async function addPlaybook(db: Db, input: PlaybookInput): Promise<DeskPlaybook> {
  const [row] = await db.insert(playbook).values(playbookValues(input)).returning({ id: playbook.id });
  if (!row) throw new Error('the playbook was not stored');
  return { id: row.id, ...input, followers: 0 };
}

/** Undefined if there is no such playbook. */
export async function savePlaybook(db: Db, id: number, input: PlaybookInput): Promise<DeskPlaybook | undefined> {
  await db.update(playbook).set(playbookValues(input)).where(eq(playbook.id, id));
  return findDeskPlaybook(db, id);
}

/** Removes a playbook, unless it has followers. */
export async function removePlaybook(tx: Db, id: number): Promise<DeskPlaybook | 'in-use' | undefined> {
  await tx.select({ id: playbook.id }).from(playbook).where(eq(playbook.id, id)).for('update');
  const row = await findDeskPlaybook(tx, id);
  if (!row) return undefined;
  if (row.followers > 0) return 'in-use';
  await tx.delete(playbook).where(eq(playbook.id, id));
  return row;
}
