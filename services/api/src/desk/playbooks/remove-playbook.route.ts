import { deskPlaybookSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { removePlaybook } from './desk-playbook.repository';

export function removePlaybookRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/desk/playbooks/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Remove a playbook that no member uses',
        tags: ['Desk'],
        params: idParamsSchema,
        response: { 200: deskPlaybookSchema, ...refusals(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const removed = await database.transaction((tx) => removePlaybook(tx, Number(request.params.id)));
      if (removed === 'in-use') throw apiError('still-in-use');
      if (!removed) throw apiError('playbook-not-found');
      return removed;
    },
  );
}
