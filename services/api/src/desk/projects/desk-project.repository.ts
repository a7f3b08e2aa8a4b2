/** Projects, as the desk curates them. */
import type { ProjectInput } from '@site/contracts/api/desk';
import type { Project } from '@site/contracts/api/projects';
import type { Db } from '@site/platform/database';
import { asc, eq } from 'drizzle-orm';
import { project } from '../../domain/tables';

export const listDeskProjects = (db: Db): Promise<Project[]> => db.select().from(project).orderBy(asc(project.id));

export async function addProject(db: Db, input: ProjectInput): Promise<Project> {
  const [row] = await db.insert(project).values(input).returning();
  if (!row) throw new Error('the project was not stored');
  return row;
}

/** Undefined if there is no such project. */
export async function saveProject(db: Db, id: number, input: ProjectInput): Promise<Project | undefined> {
  const [row] = await db.update(project).set(input).where(eq(project.id, id)).returning();
  return row;
}

/** The project that was removed. */
export async function removeProject(db: Db, id: number): Promise<Project | undefined> {
  const [row] = await db.delete(project).where(eq(project.id, id)).returning();
  return row;
}
