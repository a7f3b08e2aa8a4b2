import { memberParamsSchema, memberSchema, memberUpdateSchema } from '@site/contracts/api/desk-members';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { writeItem } from '../desk-write';
import { keepPeerGroup, lockMember, saveMember } from './desk-member.repository';

export function saveMemberRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/members/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Set the rank, the subscription and the peer group of a member',
        tags: ['Desk'],
        params: memberParamsSchema,
        body: memberUpdateSchema,
        response: { 200: memberSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    (request) => {
      const { id } = request.params;
      const { code } = request.body;
      return writeItem(database, request, {
        act: 'member.save',
        target: id,
        member: id,
        find: (tx) => lockMember(tx, id),
        missing: 'member-not-found',
        async write(tx) {
          if (code && !(await keepPeerGroup(tx, code.toUpperCase()))) throw apiError('peer-group-not-found');
          return saveMember(tx, id, request.body);
        },
      });
    },
  );
}
