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
        response: { 200: accountSchema, ...refusals(400, 401, 403, 404, 409, 412, 428) },
      },
    },
    async (request) => {
      const { id, act } = request.params;
      const change = await acts[act](services.identityAdmin);
      return changeAccount(services, request, { id, act: `account.${act}`, change });
    },
  );
}

type Change = (tx: Db, user: IdentityUser) => Promise<unknown>;

/** What takes long is done before the transaction in which an account changes. */
const acts: Record<AccountAct, (admin: IdentityAdmin) => Change | Promise<Change>> = {
  disable: (admin) => (tx, user) => admin.disable(user.username, tx),
  enable: (admin) => (tx, user) => admin.enable(user.username, tx),
  'reset-second-factor': (admin) => (tx, user) => admin.resetSecondFactor(user.username, tx),
  async invite(admin) {
    const invite = await admin.prepareInvitation();
    return (tx, { email, fullName, phone, status, enabled }) => {
      if (status === 'CONFIRMED') throw apiError('account-confirmed');
      if (!enabled) throw apiError('account-disabled');
      // The provider mails a new temporary password to whoever was invited and never here.
      return invite({ email, fullName, phone }, tx);
    };
  },
};
