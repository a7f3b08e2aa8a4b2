import { profileSchema } from '@site/contracts/api/profile';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { profileOf } from '../domain/profile-view';

export function getProfileRoute(app: ApiServer, services: ApiServices): void {
  app.get(
    '/user/profile',
    {
      config: { access: 'player' },
      schema: { summary: 'The profile of the player', tags: ['Player'], response: { 200: profileSchema, ...refusals(401) } },
    },
    async (request) => profileOf(await currentMember(services, request), services.basePath),
  );
}
