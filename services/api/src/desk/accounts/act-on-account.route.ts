import { type AccountAct, accountActParamsSchema, accountSchema } from '@site/contracts/api/desk-members';
import type { Db } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { IdentityAdmin, IdentityUser } from '@site/platform/identity-admin';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { changeAccount } from './desk-account';

export function actOnAccountRoute(app: ApiServer, services: ApiServices): void {
  app.post(
    '/desk/accounts/:id/:act',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Disable or enable an account, turn its second factor off, or invite its owner again',
        tags: ['Desk'],
        params: accountActParamsSchema,
        response: { 200: accountSchema, ...refusals(400, 401, 403, 404, 409, 412) },
      },
    },
    (request) => {
      const { id, act } = request.params;
      return changeAccount(services, request, {
        id,
        act: `account.${act}`,
        change: (tx, user) => acts[act](services.identityAdmin, user, tx),
      });
    },
  );
}

const acts: Record<AccountAct, (admin: IdentityAdmin, user: IdentityUser, tx: Db) => Promise<unknown>> = {
  disable: (admin, { username }, tx) => admin.disable(username, tx),
  enable: (admin, { username }, tx) => admin.enable(username, tx),
  'reset-second-factor': (admin, { username }, tx) => admin.resetSecondFactor(username, tx),
  async invite(admin, { email, fullName, phone, status, enabled }, tx) {
    if (status === 'CONFIRMED') throw apiError('account-confirmed');
    if (!enabled) throw apiError('account-disabled');
    // The provider mails a new temporary password to whoever was invited and never here.
    await admin.createUser({ email, fullName, phone }, tx);
  },
};
