import { projectInputSchema } from '@site/contracts/api/desk';
import { projectSchema } from '@site/contracts/api/projects';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { saveProject } from './desk-project.repository';

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
        response: { 200: projectSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const saved = await saveProject(database.db, Number(request.params.id), request.body);
      if (!saved) throw apiError('project-not-found');
      return saved;
    },
  );
}
