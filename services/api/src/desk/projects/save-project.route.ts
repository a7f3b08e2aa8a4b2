import { deskProjectSchema, projectInputSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { writeItem } from '../desk-write';
import { lockProject, saveProject } from './desk-project.repository';

export function saveProjectRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/projects/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Change a project',
        tags: ['Desk'],
        params: idParamsSchema,
        body: projectInputSchema,
        response: { 200: deskProjectSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    (request) => {
      const id = Number(request.params.id);
      return writeItem(database, request, {
        act: 'project.save',
        target: id,
        find: (tx) => lockProject(tx, id),
        missing: 'project-not-found',
        write: (tx) => saveProject(tx, id, request.body),
      });
    },
  );
}
