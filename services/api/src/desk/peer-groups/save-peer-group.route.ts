import { codeParamsSchema, peerGroupSchema, peerGroupUpdateSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { savePeerGroup } from './peer-group.repository';

export function savePeerGroupRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/peer-groups/:code',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Rename a peer group, open it or close it',
        tags: ['Desk'],
        params: codeParamsSchema,
        body: peerGroupUpdateSchema,
        response: { 200: peerGroupSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const group = await savePeerGroup(database.db, request.params.code, request.body);
      if (!group) throw apiError('peer-group-not-found');
      return group;
    },
  );
}
