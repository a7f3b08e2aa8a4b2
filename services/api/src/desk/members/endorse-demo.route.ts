import { type DeskDemo, deskDemoSchema, endorsementsSchema } from '@site/contracts/api/desk-members';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { writeItem } from '../desk-write';
import { endorseDemo, lockDemo } from './desk-member.repository';

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
        response: { 200: deskDemoSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    (request) => {
      const id = Number(request.params.id);
      return writeItem<DeskDemo & { subject: string }>(database, request, {
        act: 'demo.endorse',
        target: id,
        member: ({ subject }) => subject,
        find: (tx) => lockDemo(tx, id),
        missing: 'demo-not-found',
        write: (tx) => endorseDemo(tx, id, request.body.endorsements),
      });
    },
  );
}
