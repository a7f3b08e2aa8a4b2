import { accountGroupsSchema, accountSchema, memberParamsSchema } from '@site/contracts/api/desk-members';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { changeAccount, requireGroups } from './desk-account';

export function setGroupsRoute(app: ApiServer, services: ApiServices): void {
  app.put(
    '/desk/accounts/:id/groups',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Put an account into groups that the caller is in, and take it out of all others',
        tags: ['Desk'],
        params: memberParamsSchema,
        body: accountGroupsSchema,
        response: { 200: accountSchema, ...refusals(400, 401, 403, 404, 409, 412, 428) },
      },
    },
    (request) => {
      const { id } = request.params;
      const { groups } = request.body;
      return changeAccount(services, request, {
        id,
        act: 'account.groups',
        change(tx, _user, seen) {
          requireGroups(request, groups);
          const add = groups.filter((group) => !seen.groups.includes(group));
          const remove = seen.groups.filter((group) => !groups.includes(group));
          return services.identityAdmin.changeGroups(id, { add, remove }, tx);
        },
      });
    },
  );
}
