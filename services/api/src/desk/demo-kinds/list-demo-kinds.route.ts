import { deskDemoKindsSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { listDeskDemoKinds } from './demo-kind.repository';

export function listDemoKindsRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/demo-kinds',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Demo kinds',
        tags: ['Desk'],
        response: { 200: deskDemoKindsSchema, ...refusals(401, 403) },
      },
    },
    () => listDeskDemoKinds(database.db),
  );
}
