import { deskMessageSchema, messageAnswerSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import { enqueueMail } from '@site/platform/outbox';
import { callerOf } from '../../access';
import type { ApiServer, ApiServices } from '../../api-server';
import { writeItem } from '../desk-write';
import { answerMail } from './answer-mail';
import { messageView, recordedMessage } from './message-view';
import { addAnswer, changeMessage, lockMessage } from './message.repository';

export function answerMessageRoute(app: ApiServer, services: ApiServices): void {
  app.post(
    '/desk/messages/:id/answers',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Answer a message by mail: once for each version of the message',
        tags: ['Desk'],
        params: idParamsSchema,
        body: messageAnswerSchema,
        response: { 200: deskMessageSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    async (request) => {
      const id = Number(request.params.id);
      const { text } = request.body;
      const answered = await writeItem(services.database, request, {
        act: 'message.answer',
        target: id,
        find: (tx) => lockMessage(tx, id),
        missing: 'message-not-found',
        recorded: recordedMessage,
        async write(tx, message) {
          await addAnswer(tx, { messageId: id, text, actor: callerOf(request).subject });
          await enqueueMail(tx, answerMail(message, text, services.config));
          return changeMessage(tx, id, { status: 'answered' });
        },
      });
      return messageView(services, answered);
    },
  );
}
