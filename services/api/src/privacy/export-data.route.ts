import { dataExportSchema } from '@site/contracts/api/privacy';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../api-server';
import { apiOriginOf } from '../config';
import { currentMember } from '../current-member';
import { profileOf } from '../domain/profile-view';
import { readRecords } from './personal-data.repository';

export function exportDataRoute(app: ApiServer, services: ApiServices): void {
  const { basePath, config } = services;
  app.get(
    '/user/export',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Everything that is kept about the player',
        tags: ['Privacy'],
        response: { 200: dataExportSchema, ...refusals(401) },
      },
    },
    async (request, reply) => {
      const who = await currentMember(services, request);
      reply.header('content-disposition', 'attachment; filename="my-data.json"');
      return {
        exported_at: new Date().toISOString(),
        profile: {
          // Whoever reads the file later is on no page of the site.
          ...profileOf(who, new URL(basePath, apiOriginOf(config)).href),
          phone: who.phone,
          subscription_until: who.subscriptionUntil?.toISOString() ?? null,
          joined_at: who.joinedAt.toISOString(),
        },
        ...(await readRecords(services.database.db, who)),
        account: await services.identityAdmin.readRecords(who.subject),
      };
    },
  );
}
