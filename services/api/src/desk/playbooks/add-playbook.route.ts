import { deskPlaybookSchema, playbookInputSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { addItem } from '../desk-write';
import { addPlaybook } from './desk-playbook.repository';

export function addPlaybookRoute(app: ApiServer, { database }: ApiServices): void {
  app.post(
    '/desk/playbooks',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Add a playbook',
        tags: ['Desk'],
        body: playbookInputSchema,
        response: { 200: deskPlaybookSchema, ...refusals(400, 401, 403) },
      },
    },
    (request) => addItem(database, request, { act: 'playbook.add', add: (tx) => addPlaybook(tx, request.body), targetOf: ({ id }) => id }),
  );
}
