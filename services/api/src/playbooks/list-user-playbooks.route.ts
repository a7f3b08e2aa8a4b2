import { playbooksSchema } from '@site/contracts/api/playbooks';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { playbookFor, playerReader } from '../domain/playbook-state';
import { notModified, revalidated } from '../etag';
import { listPlaybooks } from './playbook.repository';

export function listUserPlaybooksRoute(app: ApiServer, services: ApiServices): void {
  app.get(
    '/user/draft/playbooks',
    {
      config: { access: 'player' },
      onSend: revalidated,
      schema: {
        summary: 'Playbooks, as the player sees them',
        tags: ['Draft'],
        response: { 200: playbooksSchema, 304: notModified, ...refusals(401) },
      },
    },
    async (request) => {
      const reader = playerReader(await currentMember(services, request));
      return (await listPlaybooks(services.database.db)).map((row) => playbookFor(row, reader));
    },
  );
}
