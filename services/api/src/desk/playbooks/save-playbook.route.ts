import { deskPlaybookSchema, playbookInputSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { writeItem } from '../desk-write';
import { lockPlaybook, savePlaybook } from './desk-playbook.repository';

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
        response: { 200: deskPlaybookSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    (request) => {
      const id = Number(request.params.id);
      return writeItem(database, request, {
        act: 'playbook.save',
        target: id,
        find: (tx) => lockPlaybook(tx, id),
        missing: 'playbook-not-found',
        write: (tx) => savePlaybook(tx, id, request.body),
      });
    },
  );
}
