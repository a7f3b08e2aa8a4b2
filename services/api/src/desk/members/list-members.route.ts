import { memberQuerySchema, membersSchema } from '@site/contracts/api/desk-members';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { listMembers } from './desk-member.repository';

export function listMembersRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/members',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Members by email or by rank, fifty at a time',
        tags: ['Desk'],
        querystring: memberQuerySchema,
        response: { 200: membersSchema, ...refusals(400, 401, 403) },
      },
    },
    (request) => listMembers(database.db, request.query),
  );
}
