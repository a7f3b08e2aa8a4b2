import { deskProjectSchema, projectInputSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { addItem } from '../desk-write';
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
        response: { 200: deskProjectSchema, ...refusals(400, 401, 403) },
      },
    },
    (request) => addItem(database, request, { act: 'project.add', add: (tx) => addProject(tx, request.body), targetOf: ({ id }) => id }),
  );
}
