import { memberDetailsSchema, memberParamsSchema } from '@site/contracts/api/desk-members';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { findMemberDetails } from './desk-member.repository';

export function getMemberRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/members/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'One member, with the goals, the demos, and what the member may see',
        tags: ['Desk'],
        params: memberParamsSchema,
        response: { 200: memberDetailsSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const member = await findMemberDetails(database.db, request.params.id);
      if (!member) throw apiError('member-not-found');
      return member;
    },
  );
}
