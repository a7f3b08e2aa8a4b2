import { deskMessageSchema, messageUpdateSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import { callerOf } from '../../access';
import type { ApiServer, ApiServices } from '../../api-server';
import { writeItem } from '../desk-write';
import { messageView, recordedMessage } from './message-view';
import { changeMessage, lockMessage } from './message.repository';

export function saveMessageRoute(app: ApiServer, services: ApiServices): void {
  app.put(
    '/desk/messages/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Change the status of a message, and take it or give it back',
        tags: ['Desk'],
        params: idParamsSchema,
        body: messageUpdateSchema,
        response: { 200: deskMessageSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    async (request) => {
      const id = Number(request.params.id);
      const { status, assigned } = request.body;
      const saved = await writeItem(services.database, request, {
        act: 'message.save',
        target: id,
        find: (tx) => lockMessage(tx, id),
        missing: 'message-not-found',
        recorded: recordedMessage,
        write: (tx) =>
          changeMessage(tx, id, {
            status,
            ...(assigned !== undefined && { assignedTo: assigned ? callerOf(request).subject : null }),
          }),
      });
      return messageView(services, saved);
    },
  );
}
