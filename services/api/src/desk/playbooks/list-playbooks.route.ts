import { deskPlaybooksSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { listDeskPlaybooks } from './desk-playbook.repository';

export function listPlaybooksRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/playbooks',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Playbooks with what they need, and their followers',
        tags: ['Desk'],
        response: { 200: deskPlaybooksSchema, ...refusals(401, 403) },
      },
    },
    () => listDeskPlaybooks(database.db),
  );
}
