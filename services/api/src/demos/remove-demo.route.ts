import { playerDemoSchema } from '@site/contracts/api/demos';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import { callerOf } from '../access';
import type { ApiServer, ApiServices } from '../api-server';
import { apiError } from '../errors';
import { removeDemo } from './demo.repository';

export function removeDemoRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/demos/player/:id',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Remove a demo; the answer is the demo that was removed',
        tags: ['Player'],
        params: idParamsSchema,
        response: { 200: playerDemoSchema, ...refusals(400, 401, 404) },
      },
    },
    async (request) => {
      const demo = await removeDemo(database.db, callerOf(request).subject, Number(request.params.id));
      if (!demo) throw apiError('demo-not-found');
      return demo;
    },
  );
}
