import { deskProjectsSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { listDeskProjects } from './desk-project.repository';

export function listProjectsRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/projects',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Projects',
        tags: ['Desk'],
        response: { 200: deskProjectsSchema, ...refusals(401, 403) },
      },
    },
    () => listDeskProjects(database.db),
  );
}
