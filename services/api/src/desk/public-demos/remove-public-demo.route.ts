import { publicDemoSchema } from '@site/contracts/api/demos';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { removePublicDemo } from './public-demo.repository';

export function removePublicDemoRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/desk/public-demos/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Offer a demo kind no longer; the kind itself stays',
        tags: ['Desk'],
        params: idParamsSchema,
        response: { 200: publicDemoSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const demo = await removePublicDemo(database.db, Number(request.params.id));
      if (!demo) throw apiError('demo-not-found');
      return demo;
    },
  );
}
