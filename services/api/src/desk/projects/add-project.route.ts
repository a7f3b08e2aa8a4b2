import { projectInputSchema } from '@site/contracts/api/desk';
import { projectSchema } from '@site/contracts/api/projects';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { addProject } from './desk-project.repository';

export function addProjectRoute(app: ApiServer, { database }: ApiServices): void {
  app.post(
    '/desk/projects',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Add a project',
        tags: ['Desk'],
        body: projectInputSchema,
        response: { 200: projectSchema, ...refusals(400, 401, 403) },
      },
    },
    (request) => addProject(database.db, request.body),
  );
}
