import { projectSchema } from '@site/contracts/api/projects';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { removeProject } from './desk-project.repository';

export function removeProjectRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/desk/projects/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Remove a project',
        tags: ['Desk'],
        params: idParamsSchema,
        response: { 200: projectSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const removed = await removeProject(database.db, Number(request.params.id));
      if (!removed) throw apiError('project-not-found');
      return removed;
    },
  );
}
