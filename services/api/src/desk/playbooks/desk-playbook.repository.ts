/** Playbooks, as the desk curates them. */
import type { DeskPlaybook, PlaybookInput } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { asc, eq, sql } from 'drizzle-orm';
import { nextVersion } from '../../domain/next-version';
import { playbookValues } from '../../domain/playbook-values';
import { playbook, playerPlaybook } from '../../domain/tables';
import { boundedCount } from '../bounded-count';

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
  version: playbook.version,
  followers: boundedCount(playerPlaybook, sql`${playerPlaybook}.playbook_id = ${playbook}.id`),
};

export const listDeskPlaybooks = (db: Db): Promise<DeskPlaybook[]> => db.select(columns).from(playbook).orderBy(asc(playbook.id));

async function findDeskPlaybook(db: Db, id: number): Promise<DeskPlaybook | undefined> {
  const [row] = await db.select(columns).from(playbook).where(eq(playbook.id, id));
  return row;
}

/** Nobody can begin to follow it before the transaction ends. */
export async function lockPlaybook(tx: Db, id: number): Promise<DeskPlaybook | undefined> {
  await tx.select({ id: playbook.id }).from(playbook).where(eq(playbook.id, id)).for('update');
  return findDeskPlaybook(tx, id);
}

export async function addPlaybook(db: Db, input: PlaybookInput): Promise<DeskPlaybook> {
  const [row] = await db.insert(playbook).values(playbookValues(input)).returning({ id: playbook.id, version: playbook.version });
  if (!row) throw new Error('the playbook was not stored');
  return { ...row, ...input, followers: 0 };
}

export async function savePlaybook(tx: Db, id: number, input: PlaybookInput): Promise<DeskPlaybook> {
  await tx
    .update(playbook)
    .set({ ...playbookValues(input), version: nextVersion(playbook.version) })
    .where(eq(playbook.id, id));
  return (await findDeskPlaybook(tx, id)) as DeskPlaybook;
}

export async function removePlaybook(tx: Db, id: number): Promise<null> {
  await tx.delete(playbook).where(eq(playbook.id, id));
  return null;
}
