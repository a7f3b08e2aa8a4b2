import { groupMailPreviewSchema, groupMailSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { groupMail } from './group-mail';
import { countRecipients } from './recipient.repository';

/** Belongs to nobody, so that the link of a preview unsubscribes nobody. */
const NOBODY = { email: 'preview@example.com', unsubscribeToken: 'preview' };

export function previewGroupMailRoute(app: ApiServer, services: ApiServices): void {
  app.post(
    '/desk/mails/preview',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'How many a mail to a peer group would reach, and what they would read. Sends nothing',
        tags: ['Desk'],
        body: groupMailSchema,
        response: { 200: groupMailPreviewSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const recipients = await countRecipients(services.database.db, request.body.code);
      if (recipients === undefined) throw apiError('peer-group-not-found');
      const { subject, text } = groupMail(NOBODY, request.body, services);
      return { recipients, subject, text };
    },
  );
}
