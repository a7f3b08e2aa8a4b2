import { waitingSignupQuerySchema, waitingSignupsSchema } from '@site/contracts/api/desk-members';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { listWaitingSignups } from './waiting-signup.repository';

export function listSignupsRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/signups',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Sign-ups that wait for their account or for their person, newest first, fifty at a time',
        tags: ['Desk'],
        querystring: waitingSignupQuerySchema,
        response: { 200: waitingSignupsSchema, ...refusals(400, 401, 403) },
      },
    },
    (request) => listWaitingSignups(database.db, request.query.before),
  );
}
