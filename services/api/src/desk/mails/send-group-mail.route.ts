import { groupMailAnswerSchema, groupMailSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import { idempotent } from '@site/platform/idempotency';
import { enqueueMail } from '@site/platform/outbox';
import { callerOf } from '../../access';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { idempotencyKey } from '../../forms';
import { recordEvent } from '../desk-write';
import { groupMail } from './group-mail';
import { listRecipients } from './recipient.repository';

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
        const recipients = await listRecipients(tx, request.body.code);
        if (!recipients) throw apiError('peer-group-not-found');
        for (const recipient of recipients) await enqueueMail(tx, groupMail(recipient, request.body, services), { isBulk: true });
        const { code, subject } = request.body;
        const after = { code: code.toUpperCase(), subject, recipients: recipients.length };
        await recordEvent(tx, request, { act: 'mail.send', target: code.toUpperCase(), before: null, after });
        return { status: 200, body: { recipients: recipients.length } };
      });
      return answer.body as { recipients: number };
    },
  );
}
