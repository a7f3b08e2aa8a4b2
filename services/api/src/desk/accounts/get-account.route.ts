import { accountSchema, memberParamsSchema } from '@site/contracts/api/desk-members';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { accountView } from './desk-account';

export function getAccountRoute(app: ApiServer, { identityAdmin }: ApiServices): void {
  app.get(
    '/desk/accounts/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'The account with which a member signs in',
        tags: ['Desk'],
        params: memberParamsSchema,
        response: { 200: accountSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const user = await identityAdmin.getUser(request.params.id);
      if (!user) throw apiError('member-not-found');
      return accountView(user);
    },
  );
}
