import { playerDemoSchema } from '@site/contracts/api/demos';
import { endorsementsSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { endorseDemo } from './desk-member.repository';

export function endorseDemoRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/player-demos/:id/endorsements',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Set the endorsements of a player’s demo',
        tags: ['Desk'],
        params: idParamsSchema,
        body: endorsementsSchema,
        response: { 200: playerDemoSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const demo = await endorseDemo(database.db, Number(request.params.id), request.body.endorsements);
      if (!demo) throw apiError('demo-not-found');
      return demo;
    },
  );
}
