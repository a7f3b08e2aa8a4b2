import { deskPublicDemosSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { listDeskPublicDemos } from './public-demo.repository';

export function listDeskPublicDemosRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/public-demos',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Demo kinds that are offered publicly',
        tags: ['Desk'],
        response: { 200: deskPublicDemosSchema, ...refusals(401, 403) },
      },
    },
    () => listDeskPublicDemos(database.db),
  );
}
