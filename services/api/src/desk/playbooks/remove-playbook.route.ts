import { deskPlaybookSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { writeItem } from '../desk-write';
import { lockPlaybook, removePlaybook } from './desk-playbook.repository';

export function removePlaybookRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/desk/playbooks/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Remove a playbook that no member uses',
        tags: ['Desk'],
        params: idParamsSchema,
        response: { 200: deskPlaybookSchema, ...refusals(400, 401, 403, 404, 409, 412, 428) },
      },
    },
    (request) => {
      const id = Number(request.params.id);
      return writeItem(database, request, {
        act: 'playbook.remove',
        target: id,
        find: (tx) => lockPlaybook(tx, id),
        missing: 'playbook-not-found',
        write: (tx, { followers }) => {
          if (followers > 0) throw apiError('still-in-use');
          return removePlaybook(tx, id);
        },
      });
    },
  );
}
