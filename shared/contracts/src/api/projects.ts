/** Projects of the practice: `GET /project/`. */
import * as z from 'zod/mini';
import { idSchema } from './text';

export const projectSchema = z.object({ id: idSchema, name: z.string(), description: z.string(), url: z.string() });
export const projectsSchema = z.array(projectSchema);

export type Project = z.infer<typeof projectSchema>;
