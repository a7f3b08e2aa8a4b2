import { playbookSchema } from '@site/contracts/api/playbooks';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { playbookFor, playerReader } from '../domain/playbook-state';
import { apiError } from '../errors';
import { notModified, revalidated } from '../etag';
import { findPlaybook, isFollowing } from './playbook.repository';

export function getUserPlaybookRoute(app: ApiServer, services: ApiServices): void {
  const { db } = services.database;
  app.get(
    '/user/draft/playbook/:id',
    {
      config: { access: 'player' },
      onSend: revalidated,
      schema: {
        summary: 'One playbook, as the player sees it',
        tags: ['Draft'],
        params: idParamsSchema,
        response: { 200: playbookSchema, 304: notModified, ...refusals(400, 401, 404) },
      },
    },
    async (request) => {
      const reader = await currentMember(services, request);
      const row = await findPlaybook(db, Number(request.params.id));
      if (!row || !(row.isListed || (await isFollowing(db, reader.subject, row.id)))) throw apiError('playbook-not-found');
      return playbookFor(row, playerReader(reader));
    },
  );
}
