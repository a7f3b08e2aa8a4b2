import { playerPlaybooksSchema } from '@site/contracts/api/playbooks';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { playbookFor, playerReader } from '../domain/playbook-state';
import { notModified, revalidated } from '../etag';
import { listAllPlaybooks, listFollows } from './playbook.repository';

export function listFollowsRoute(app: ApiServer, services: ApiServices): void {
  const { db } = services.database;
  app.get(
    '/playbooks/player',
    {
      config: { access: 'player' },
      onSend: revalidated,
      schema: {
        summary: 'Playbooks that the player follows, with the playbooks by id',
        tags: ['Player'],
        response: { 200: playerPlaybooksSchema, 304: notModified, ...refusals(401) },
      },
    },
    async (request) => {
      const player = await currentMember(services, request);
      const playerPlaybooks = await listFollows(db, player.subject);
      const followed = new Set(playerPlaybooks.map((record) => record.playbook_id));
      const visible = (await listAllPlaybooks(db)).filter((row) => row.isListed || followed.has(row.id));
      const reader = playerReader(player);
      return { playerPlaybooks, playbooksMap: Object.fromEntries(visible.map((row) => [row.id, playbookFor(row, reader)])) };
    },
  );
}
