import { deletionSchema } from '@site/contracts/api/privacy';
import { refusals } from '@site/platform/http';
import { enqueueMail } from '@site/platform/outbox';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { hashSubject, updateMember } from '../domain/member.repository';
import { apiError } from '../errors';
import { deletionCancelled } from './privacy-mails';

export function cancelDeletionRoute(app: ApiServer, services: ApiServices): void {
  app.delete(
    '/user/deletion',
    {
      config: { access: 'player' },
      schema: { summary: 'Keep the account after all', tags: ['Privacy'], response: { 200: deletionSchema, ...refusals(401) } },
    },
    async (request) => {
      const { subject, email, deletionDueAt } = await currentMember(services, request);
      if (!deletionDueAt) return { deletion_due_at: null };
      await services.database.transaction(async (tx) => {
        // Whom the erasure that is due has just taken stays no more.
        if (!(await updateMember(tx, subject, { deletionDueAt: null }))) throw apiError('account-unknown');
        await enqueueMail(tx, deletionCancelled(email, services.config), {
          key: `deletion-${hashSubject(subject)}-${deletionDueAt.getTime()}-cancelled`,
        });
      });
      return { deletion_due_at: null };
    },
  );
}
