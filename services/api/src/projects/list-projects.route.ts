import { projectsSchema } from '@site/contracts/api/projects';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../api-server';
import { notModified, revalidated } from '../etag';
import { listProjects } from './project.repository';

export function listProjectsRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/project/',
    {
      config: { access: 'player' },
      onSend: revalidated,
      schema: {
        summary: 'Projects of the practice',
        tags: ['Player'],
        response: { 200: projectsSchema, 304: notModified, ...refusals(401) },
      },
    },
    () => listProjects(database.db),
  );
}
