import { deskDemoKindSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { removeDemoKind } from './demo-kind.repository';

export function removeDemoKindRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/desk/demo-kinds/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Remove a demo kind that no member uses',
        tags: ['Desk'],
        params: idParamsSchema,
        response: { 200: deskDemoKindSchema, ...refusals(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const removed = await database.transaction((tx) => removeDemoKind(tx, Number(request.params.id)));
      if (removed === 'in-use') throw apiError('still-in-use');
      if (!removed) throw apiError('demo-kind-not-found');
      return removed;
    },
  );
}
