import { deskPlaybookSchema, playbookInputSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { savePlaybook } from './desk-playbook.repository';

export function savePlaybookRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/playbooks/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Change a playbook',
        tags: ['Desk'],
        params: idParamsSchema,
        body: playbookInputSchema,
        response: { 200: deskPlaybookSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const saved = await savePlaybook(database.db, Number(request.params.id), request.body);
      if (!saved) throw apiError('playbook-not-found');
      return saved;
    },
  );
}
