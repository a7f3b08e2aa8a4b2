import { followUpdateSchema, playerPlaybookSchema } from '@site/contracts/api/playbooks';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import { callerOf } from '../access';
import type { ApiServer, ApiServices } from '../api-server';
import { apiError } from '../errors';
import { changeRole } from './playbook.repository';

export function changeRoleRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/playbooks/player/:id',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Change the role in a followed playbook',
        tags: ['Player'],
        params: idParamsSchema,
        body: followUpdateSchema,
        response: { 200: playerPlaybookSchema, ...refusals(400, 401, 404) },
      },
    },
    async (request) => {
      const record = await changeRole(database.db, callerOf(request).subject, Number(request.params.id), request.body.role);
      if (!record) throw apiError('follow-not-found');
      return record;
    },
  );
}
