import { playerPlaybookSchema } from '@site/contracts/api/playbooks';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import { callerOf } from '../access';
import type { ApiServer, ApiServices } from '../api-server';
import { apiError } from '../errors';
import { unfollow } from './playbook.repository';

export function unfollowRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/playbooks/player/:id',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Unfollow a playbook; the answer is the record that was removed',
        tags: ['Player'],
        params: idParamsSchema,
        response: { 200: playerPlaybookSchema, ...refusals(400, 401, 404) },
      },
    },
    async (request) => {
      const record = await unfollow(database.db, callerOf(request).subject, Number(request.params.id));
      if (!record) throw apiError('follow-not-found');
      return record;
    },
  );
}
