import { playerDemosSchema } from '@site/contracts/api/demos';
import { refusals } from '@site/platform/http';
import { callerOf } from '../access';
import type { ApiServer, ApiServices } from '../api-server';
import { notModified, revalidated } from '../etag';
import { listDemoKinds, listDemosOf } from './demo.repository';

export function listPlayerDemosRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/demos/player',
    {
      config: { access: 'player' },
      onSend: revalidated,
      schema: {
        summary: 'Demos of the player, with the demo kinds by id',
        tags: ['Player'],
        response: { 200: playerDemosSchema, 304: notModified, ...refusals(401) },
      },
    },
    async (request) => {
      const kinds = await listDemoKinds(database.db);
      return {
        playerDemos: await listDemosOf(database.db, callerOf(request).subject),
        demosMap: Object.fromEntries(kinds.map((kind) => [kind.id, kind])),
      };
    },
  );
}
