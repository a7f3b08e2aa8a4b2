import { memberParamsSchema, memberSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { findDeskMember } from './desk-member.repository';

export function getMemberRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/members/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'One member',
        tags: ['Desk'],
        params: memberParamsSchema,
        response: { 200: memberSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const member = await findDeskMember(database.db, request.params.id);
      if (!member) throw apiError('member-not-found');
      return member;
    },
  );
}
