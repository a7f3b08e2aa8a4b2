import { deskMessageSchema, messageUpdateSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { setMessageStatus } from './message.repository';

export function saveMessageRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/messages/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Change the status of a message',
        tags: ['Desk'],
        params: idParamsSchema,
        body: messageUpdateSchema,
        response: { 200: deskMessageSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const message = await setMessageStatus(database.db, Number(request.params.id), request.body.status);
      if (!message) throw apiError('message-not-found');
      return message;
    },
  );
}
