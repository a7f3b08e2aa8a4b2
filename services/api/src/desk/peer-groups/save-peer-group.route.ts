import { codeParamsSchema, peerGroupSchema, peerGroupUpdateSchema } from '@site/contracts/api/desk';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { writeItem } from '../desk-write';
import { lockPeerGroup, savePeerGroup } from './peer-group.repository';

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
        response: { 200: peerGroupSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    (request) => {
      const code = request.params.code.toUpperCase();
      return writeItem(database, request, {
        act: 'peer-group.save',
        target: code,
        find: (tx) => lockPeerGroup(tx, code),
        missing: 'peer-group-not-found',
        write: (tx) => savePeerGroup(tx, code, request.body),
      });
    },
  );
}
