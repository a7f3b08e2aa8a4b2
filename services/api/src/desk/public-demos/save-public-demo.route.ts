import { publicDemoSchema } from '@site/contracts/api/demos';
import { publicDemoInputSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { savePublicDemo } from './public-demo.repository';

export function savePublicDemoRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/public-demos/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Offer the demo kind with this id publicly, or change how it is offered',
        tags: ['Desk'],
        params: idParamsSchema,
        body: publicDemoInputSchema,
        response: { 200: publicDemoSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const demo = await database.transaction((tx) => savePublicDemo(tx, Number(request.params.id), request.body));
      if (!demo) throw apiError('demo-kind-not-found');
      return demo;
    },
  );
}
