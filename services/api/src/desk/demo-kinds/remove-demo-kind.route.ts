import { deskDemoKindSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { writeItem } from '../desk-write';
import { isKindInUse, lockDemoKind, removeDemoKind } from './demo-kind.repository';

export function removeDemoKindRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/desk/demo-kinds/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Remove a demo kind that no member uses',
        tags: ['Desk'],
        params: idParamsSchema,
        response: { 200: deskDemoKindSchema, ...refusals(400, 401, 403, 404, 409, 412, 428) },
      },
    },
    (request) => {
      const id = Number(request.params.id);
      return writeItem(database, request, {
        act: 'demo-kind.remove',
        target: id,
        find: (tx) => lockDemoKind(tx, id),
        missing: 'demo-kind-not-found',
        write: async (tx) => {
          if (await isKindInUse(tx, id)) throw apiError('still-in-use');
          return removeDemoKind(tx, id);
        },
      });
    },
  );
}
