import { demoKindInputSchema, deskDemoKindSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { writeItem } from '../desk-write';
import { lockDemoKind, saveDemoKind } from './demo-kind.repository';

export function saveDemoKindRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/demo-kinds/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Change a demo kind',
        tags: ['Desk'],
        params: idParamsSchema,
        body: demoKindInputSchema,
        response: { 200: deskDemoKindSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    (request) => {
      const id = Number(request.params.id);
      return writeItem(database, request, {
        act: 'demo-kind.save',
        target: id,
        find: (tx) => lockDemoKind(tx, id),
        missing: 'demo-kind-not-found',
        write: (tx) => saveDemoKind(tx, id, request.body),
      });
    },
  );
}
