import { memberParamsSchema, memberSchema, memberUpdateSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { saveMember } from './desk-member.repository';

export function saveMemberRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/members/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Set the rank and the subscription of a member',
        tags: ['Desk'],
        params: memberParamsSchema,
        body: memberUpdateSchema,
        response: { 200: memberSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const member = await saveMember(database.db, request.params.id, request.body);
      if (!member) throw apiError('member-not-found');
      return member;
    },
  );
}
