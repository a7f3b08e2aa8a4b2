import type { Db } from '@site/platform/database';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { people, remotes, teamMembers, teams } from '../tables';

export interface Team {
  name: string;
  /** Handles. */
  members: string[];
  /** Parts that name it as theirs. */
  parts: string[];
  createdBy: string;
  createdAt: Date;
}

/** By name. */
export const listTeams = async (db: Db): Promise<Team[]> => describe(db, await db.select().from(teams).orderBy(asc(teams.name)));

export async function findTeam(db: Db, name: string): Promise<Team | null> {
  const [found] = await describe(db, await db.select().from(teams).where(eq(teams.name, name)));
  return found ?? null;
}

async function describe(db: Db, rows: readonly (typeof teams.$inferSelect)[]): Promise<Team[]> {
  const names = rows.map(({ name }) => name);
  const members = await db
    .select({ team: teamMembers.team, handle: people.handle })
    .from(teamMembers)
    .innerJoin(people, eq(people.subject, teamMembers.subject))
    .where(inArray(teamMembers.team, names))
    .orderBy(asc(people.handle));
  const owned = await db.select().from(remotes).where(inArray(remotes.team, names)).orderBy(asc(remotes.name));
  return rows.map((row) => ({
    ...row,
    members: members.flatMap(({ team, handle }) => (team === row.name && handle !== null ? [handle] : [])),
    parts: owned.filter(({ team }) => team === row.name).map(({ name }) => name),
  }));
}

/** @returns false if there is one of this name. */
export async function insertTeam(tx: Db, name: string, createdBy: string): Promise<boolean> {
  const added = await tx.insert(teams).values({ name, createdBy }).onConflictDoNothing().returning({ name: teams.name });
  return added.length > 0;
}

/** @returns false if they are a member already. */
export async function addMember(tx: Db, team: string, subject: string, addedBy: string): Promise<boolean> {
  const added = await tx.insert(teamMembers).values({ team, subject, addedBy }).onConflictDoNothing().returning({ team: teamMembers.team });
  return added.length > 0;
}

/** @returns false if they were none. */
export async function removeMember(tx: Db, team: string, subject: string): Promise<boolean> {
  const removed = await tx
    .delete(teamMembers)
    .where(and(eq(teamMembers.team, team), eq(teamMembers.subject, subject)))
    .returning({ team: teamMembers.team });
  return removed.length > 0;
}
