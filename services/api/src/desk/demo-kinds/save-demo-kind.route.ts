import { demoKindInputSchema, deskDemoKindSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { saveDemoKind } from './demo-kind.repository';

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
        response: { 200: deskDemoKindSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const saved = await saveDemoKind(database.db, Number(request.params.id), request.body);
      if (!saved) throw apiError('demo-kind-not-found');
      return saved;
    },
  );
}
