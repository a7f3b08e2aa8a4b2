import { peerGroupCreationSchema, peerGroupSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { addItem } from '../desk-write';
import { addPeerGroup } from './peer-group.repository';

export function addPeerGroupRoute(app: ApiServer, { database }: ApiServices): void {
  app.post(
    '/desk/peer-groups',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Add a peer group; its code opens the sign-up',
        tags: ['Desk'],
        body: peerGroupCreationSchema,
        response: { 200: peerGroupSchema, ...refusals(400, 401, 403, 409) },
      },
    },
    (request) =>
      addItem(database, request, {
        act: 'peer-group.add',
        async add(tx) {
          const group = await addPeerGroup(tx, request.body);
          if (!group) throw apiError('peer-group-exists');
          return group;
        },
        targetOf: ({ code }) => code,
      }),
  );
}
