import { deskPublicDemoSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { writeItem } from '../desk-write';
import { findPublicDemo, keepDemoKind, removePublicDemo } from './public-demo.repository';

export function removePublicDemoRoute(app: ApiServer, { database }: ApiServices): void {
  app.delete(
    '/desk/public-demos/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Offer a demo kind no longer; the kind itself stays',
        tags: ['Desk'],
        params: idParamsSchema,
        response: { 200: deskPublicDemoSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    (request) => {
      const id = Number(request.params.id);
      return writeItem(database, request, {
        act: 'public-demo.remove',
        target: id,
        find: async (tx) => ((await keepDemoKind(tx, id)) ? findPublicDemo(tx, id) : undefined),
        missing: 'demo-not-found',
        write: (tx) => removePublicDemo(tx, id),
      });
    },
  );
}
