import { playbooksSchema } from '@site/contracts/api/playbooks';
import type { ApiServer, ApiServices } from '../api-server';
import { playbookFor, VISITOR } from '../domain/playbook-state';
import { notModified, revalidated } from '../etag';
import { listPlaybooks } from './playbook.repository';

export function listPlaybooksRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/draft/playbooks',
    {
      config: { access: 'public' },
      onSend: revalidated,
      schema: { summary: 'Playbooks, as visitors see them', tags: ['Draft'], response: { 200: playbooksSchema, 304: notModified } },
    },
    async () => (await listPlaybooks(database.db)).map((row) => playbookFor(row, VISITOR)),
  );
}
