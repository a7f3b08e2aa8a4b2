import { deskMessagesSchema, messageQuerySchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { messageViews } from './message-view';
import { listMessages } from './message.repository';

export function listMessagesRoute(app: ApiServer, services: ApiServices): void {
  app.get(
    '/desk/messages',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Contact messages, newest first, fifty at a time',
        tags: ['Desk'],
        querystring: messageQuerySchema,
        response: { 200: deskMessagesSchema, ...refusals(400, 401, 403) },
      },
    },
    async (request) => messageViews(services, await listMessages(services.database.db, request.query)),
  );
}
