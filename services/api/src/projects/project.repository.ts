/** Projects of the practice. */
import type { Project } from '@site/contracts/api/projects';
import type { Db } from '@site/platform/database';
import { asc } from 'drizzle-orm';
import { project } from '../domain/tables';

export const listProjects = (db: Db): Promise<Project[]> => db.select().from(project).orderBy(asc(project.id));
