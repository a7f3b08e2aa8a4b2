import { playbookSchema } from '@site/contracts/api/playbooks';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../api-server';
import { playbookFor, VISITOR } from '../domain/playbook-state';
import { apiError } from '../errors';
import { notModified, revalidated } from '../etag';
import { findPlaybook } from './playbook.repository';

export function getPlaybookRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/draft/playbook/:id',
    {
      config: { access: 'public' },
      onSend: revalidated,
      schema: {
        summary: 'One playbook, as visitors see it',
        tags: ['Draft'],
        params: idParamsSchema,
        response: { 200: playbookSchema, 304: notModified, ...refusals(400, 404) },
      },
    },
    async (request) => {
      const row = await findPlaybook(database.db, Number(request.params.id));
      if (!row?.isListed) throw apiError('playbook-not-found');
      return playbookFor(row, VISITOR);
    },
  );
}
