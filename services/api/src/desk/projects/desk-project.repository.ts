/** Projects, as the desk curates them. */
import type { DeskProject, ProjectInput } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { asc, eq } from 'drizzle-orm';
import { nextVersion } from '../../domain/next-version';
import { project } from '../../domain/tables';

export const listDeskProjects = (db: Db): Promise<DeskProject[]> => db.select().from(project).orderBy(asc(project.id));

export async function lockProject(tx: Db, id: number): Promise<DeskProject | undefined> {
  const [row] = await tx.select().from(project).where(eq(project.id, id)).for('update');
  return row;
}

export async function addProject(db: Db, input: ProjectInput): Promise<DeskProject> {
  const [row] = await db.insert(project).values(input).returning();
  if (!row) throw new Error('the project was not stored');
  return row;
}

export async function saveProject(tx: Db, id: number, input: ProjectInput): Promise<DeskProject> {
  const [row] = await tx
    .update(project)
    .set({ ...input, version: nextVersion(project.version) })
    .where(eq(project.id, id))
    .returning();
  return row as DeskProject;
}

export async function removeProject(tx: Db, id: number): Promise<null> {
  await tx.delete(project).where(eq(project.id, id));
  return null;
}
