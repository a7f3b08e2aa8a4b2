import { profileSchema, profileUpdateSchema } from '@site/contracts/api/profile';
import { refusals } from '@site/platform/http';
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
      const saved = await updateMember(services.database.db, subject, {
        notifyOptIn: notify_opt_in,
        profileVisibility: profile_visibility,
        goals,
        goalsPersonal: goals_personal,
      });
      if (!saved) throw apiError('account-unknown');
      return profileOf(saved, services.basePath);
    },
  );
}
