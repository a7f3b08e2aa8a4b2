import { publicDemosSchema } from '@site/contracts/api/demos';
import type { ApiServer, ApiServices } from '../api-server';
import { notModified, revalidated } from '../etag';
import { listPublicDemos } from './demo.repository';

export function listPublicDemosRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/draft/demos',
    {
      config: { access: 'public' },
      onSend: revalidated,
      schema: { summary: 'Demos that are offered', tags: ['Draft'], response: { 200: publicDemosSchema, 304: notModified } },
    },
    () => listPublicDemos(database.db),
  );
}
