import { groupMailAnswerSchema, groupMailSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import { idempotent } from '@site/platform/idempotency';
import { callerOf } from '../../access';
import type { ApiServer, ApiServices } from '../../api-server';
import { groupMail } from '../../domain/tables';
import { apiError } from '../../errors';
import { idempotencyKey } from '../../forms';
import { recordEvent } from '../desk-write';
import { countRecipients } from './recipient.repository';

export function sendGroupMailRoute(app: ApiServer, services: ApiServices): void {
  app.post(
    '/desk/mails',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Mail the members of a peer group who have notifications on',
        tags: ['Desk'],
        body: groupMailSchema,
        response: { 200: groupMailAnswerSchema, ...refusals(400, 401, 403, 404, 422) },
      },
    },
    async (request) => {
      const repeatable = { scope: `POST /desk/mails ${callerOf(request).subject}`, key: idempotencyKey(request), body: request.body };
      const answer = await idempotent(services.database, repeatable, async (tx) => {
        const { subject, text } = request.body;
        const code = request.body.code.toUpperCase();
        const recipients = await countRecipients(tx, code);
        if (recipients === undefined) throw apiError('peer-group-not-found');
        await tx.insert(groupMail).values({ code, subject, text });
        await recordEvent(tx, request, { act: 'mail.send', target: code, before: null, after: { code, subject, recipients } });
        return { status: 200, body: { recipients } };
      });
      services.wakeGroupMails();
      return answer.body as { recipients: number };
    },
  );
}
