import { peerGroupNamesSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { listPeerGroupNames } from './peer-group.repository';

export function listPeerGroupNamesRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/peer-group-names',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Names and codes of peer groups, to choose one: the first thousand by code',
        tags: ['Desk'],
        response: { 200: peerGroupNamesSchema, ...refusals(401, 403) },
      },
    },
    () => listPeerGroupNames(database.db),
  );
}
