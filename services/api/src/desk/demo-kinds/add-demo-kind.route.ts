import { demoKindInputSchema, deskDemoKindSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { addItem } from '../desk-write';
import { addDemoKind } from './demo-kind.repository';

export function addDemoKindRoute(app: ApiServer, { database }: ApiServices): void {
  app.post(
    '/desk/demo-kinds',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Add a demo kind',
        tags: ['Desk'],
        body: demoKindInputSchema,
        response: { 200: deskDemoKindSchema, ...refusals(400, 401, 403) },
      },
    },
    (request) => addItem(database, request, { act: 'demo-kind.add', add: (tx) => addDemoKind(tx, request.body), targetOf: ({ id }) => id }),
  );
}
