import { profileSchema, profileUpdateSchema } from '@site/contracts/api/profile';
import { refusals } from '@site/platform/http';
import { withdrawBulkMails } from '@site/platform/outbox';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { updateMember } from '../domain/member.repository';
import { profileOf } from '../domain/profile-view';
import { apiError } from '../errors';

export function saveProfileRoute(app: ApiServer, services: ApiServices): void {
  app.put(
    '/user/profile',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Save notifications, visibility and goals',
        tags: ['Player'],
        body: profileUpdateSchema,
        response: { 200: profileSchema, ...refusals(400, 401) },
      },
    },
    async (request) => {
      const { subject } = await currentMember(services, request);
      const { notify_opt_in, profile_visibility, goals, goals_personal } = request.body;
      const changed = { notifyOptIn: notify_opt_in, profileVisibility: profile_visibility, goals, goalsPersonal: goals_personal };
      const saved = await services.database.transaction(async (tx) => {
        const row = await updateMember(tx, subject, changed);
        if (!row) throw apiError('account-unknown');
        // What waits to be sent to the whole group is not wanted any more.
        if (!row.notifyOptIn) await withdrawBulkMails(tx, row.email);
        return row;
      });
      return profileOf(saved, services.basePath);
    },
  );
}
