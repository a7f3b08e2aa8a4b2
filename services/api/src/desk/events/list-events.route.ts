import { deskEventQuerySchema, deskEventsSchema } from '@site/contracts/api/desk-events';
import { refusals } from '@site/platform/http';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { ApiServer, ApiServices } from '../../api-server';
import { deskEvent } from '../../domain/tables';
import { staffNames } from '../staff-names';

const PAGE = 50;

export function listEventsRoute(app: ApiServer, services: ApiServices): void {
  app.get(
    '/desk/events',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'What the desk wrote, newest first, fifty at a time',
        tags: ['Desk'],
        querystring: deskEventQuerySchema,
        response: { 200: deskEventsSchema, ...refusals(400, 401, 403) },
      },
    },
    async ({ query: { act, actor, target, before } }) => {
      const rows = await services.database.db
        .select()
        .from(deskEvent)
        .where(
          and(
            act && eq(deskEvent.act, act),
            actor ? eq(deskEvent.actor, actor) : undefined,
            target ? eq(deskEvent.target, target) : undefined,
            before ? lt(deskEvent.id, Number(before)) : undefined,
          ),
        )
        .orderBy(desc(deskEvent.id))
        .limit(PAGE);
      const names = await staffNames(
        services,
        rows.map((row) => row.actor),
      );
      return rows.map(({ member: _member, at, ...row }) => ({ ...row, at: at.toISOString(), by: names.get(row.actor) ?? row.actor }));
    },
  );
}
