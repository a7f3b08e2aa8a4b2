import { deskPublicDemoSchema, publicDemoInputSchema } from '@site/contracts/api/desk';
import { idParamsSchema } from '@site/contracts/api/text';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../../api-server';
import { apiError } from '../../errors';
import { recordEvent, requireVersion } from '../desk-write';
import { findPublicDemo, keepDemoKind, savePublicDemo } from './public-demo.repository';

export function savePublicDemoRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/desk/public-demos/:id',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Offer the demo kind with this id publicly, or change how it is offered',
        tags: ['Desk'],
        params: idParamsSchema,
        body: publicDemoInputSchema,
        response: { 200: deskPublicDemoSchema, ...refusals(400, 401, 403, 404, 412, 428) },
      },
    },
    (request) => {
      const id = Number(request.params.id);
      return database.transaction(async (tx) => {
        if (!(await keepDemoKind(tx, id))) throw apiError('demo-kind-not-found');
        const before = (await findPublicDemo(tx, id)) ?? null;
        requireVersion(request, before ?? { version: 0 });
        const after = await savePublicDemo(tx, id, request.body);
        await recordEvent(tx, request, { act: 'public-demo.save', target: id, before, after });
        return after;
      });
    },
  );
}
