/** Playbooks that are offered, and playbooks that players follow. */
import type { Follow, PlaybookRole, PlayerPlaybook } from '@site/contracts/api/playbooks';
import type { Db } from '@site/platform/database';
import { and, asc, eq } from 'drizzle-orm';
import { playbook, type PlaybookRow, playerPlaybook } from '../domain/tables';

const followColumns = { id: playerPlaybook.id, playbook_id: playerPlaybook.playbookId, role: playerPlaybook.role };

export const listPlaybooks = (db: Db): Promise<PlaybookRow[]> =>
  db.select().from(playbook).where(eq(playbook.isListed, true)).orderBy(asc(playbook.id));

/** Also the withdrawn ones: a follower keeps them. */
export const listAllPlaybooks = (db: Db): Promise<PlaybookRow[]> => db.select().from(playbook).orderBy(asc(playbook.id));

export async function findPlaybook(db: Db, id: number): Promise<PlaybookRow | undefined> {
  const [row] = await db.select().from(playbook).where(eq(playbook.id, id));
  return row;
}

/** The playbook, which nobody can remove before the transaction ends. */
export async function keepPlaybook(tx: Db, id: number): Promise<PlaybookRow | undefined> {
  const [row] = await tx.select().from(playbook).where(eq(playbook.id, id)).for('key share');
  return row;
}

export const listFollows = (db: Db, subject: string): Promise<PlayerPlaybook[]> =>
  db.select(followColumns).from(playerPlaybook).where(eq(playerPlaybook.subject, subject)).orderBy(asc(playerPlaybook.id));

export async function isFollowing(db: Db, subject: string, playbookId: number): Promise<boolean> {
  const follows = await db
    .select({ id: playerPlaybook.id })
    .from(playerPlaybook)
    .where(and(eq(playerPlaybook.subject, subject), eq(playerPlaybook.playbookId, playbookId)));
  return follows.length > 0;
}

/** Follows a playbook, or changes the role of the player who follows it already. */
export async function follow(db: Db, subject: string, { playbook_id, role }: Follow): Promise<PlayerPlaybook> {
  const [row] = await db
    .insert(playerPlaybook)
    .values({ subject, playbookId: playbook_id, role })
    .onConflictDoUpdate({ target: [playerPlaybook.subject, playerPlaybook.playbookId], set: { role } })
    .returning(followColumns);
  return row as PlayerPlaybook;
}

/** Undefined unless the player owns such a record. */
export async function changeRole(db: Db, subject: string, id: number, role: PlaybookRole): Promise<PlayerPlaybook | undefined> {
  const [row] = await db.update(playerPlaybook).set({ role }).where(ownedBy(subject, id)).returning(followColumns);
  return row;
}

/** The record that was removed. Undefined unless the player owned it. */
export async function unfollow(db: Db, subject: string, id: number): Promise<PlayerPlaybook | undefined> {
  const [row] = await db.delete(playerPlaybook).where(ownedBy(subject, id)).returning(followColumns);
  return row;
}

const ownedBy = (subject: string, id: number) => and(eq(playerPlaybook.id, id), eq(playerPlaybook.subject, subject));
