import { peerGroupQuerySchema, peerGroupsSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { listPeerGroups } from './peer-group.repository';

export function listPeerGroupsRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/peer-groups',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Peer groups by code, fifty at a time',
        tags: ['Desk'],
        querystring: peerGroupQuerySchema,
        response: { 200: peerGroupsSchema, ...refusals(400, 401, 403) },
      },
    },
    (request) => listPeerGroups(database.db, request.query.after),
  );
}
