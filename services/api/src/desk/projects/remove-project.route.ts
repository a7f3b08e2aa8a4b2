import { deskProjectSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { writeItem } from '../desk-write';
import { lockProject, removeProject } from './desk-project.repository';

export function removeProjectRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/desk/projects/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Remove a project',
        tags: ['Desk'],
        params: idParamsSchema,
        response: { 200: deskProjectSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    (request) => {
      const id = Number(request.params.id);
      return writeItem(database, request, {
        act: 'project.remove',
        target: id,
        find: (tx) => lockProject(tx, id),
        missing: 'project-not-found',
        write: (tx) => removeProject(tx, id),
      });
    },
  );
}
