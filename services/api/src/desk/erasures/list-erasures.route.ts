import { erasureQuerySchema, erasuresSchema } from '@site/contracts/api/desk-members';
import { refusals } from '@site/platform/http';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { ApiServer, ApiServices } from '../../api-server';
import { member } from '../../domain/tables';

const PAGE = 50;

export function listErasuresRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/erasures',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Accounts that their owners want erased, the next one first, fifty at a time',
        tags: ['Desk'],
        querystring: erasureQuerySchema,
        response: { 200: erasuresSchema, ...refusals(400, 401, 403) },
      },
    },
    async ({ query: { after } }) => {
      const last = after !== undefined && database.db.select({ due: member.deletionDueAt }).from(member).where(eq(member.subject, after));
      const rows = await database.db
        .select({ id: member.subject, full_name: member.fullName, email: member.email, due: member.deletionDueAt })
        .from(member)
        .where(
          and(isNotNull(member.deletionDueAt), last ? sql`(${member.deletionDueAt}, ${member.subject}) > (${last}, ${after})` : undefined),
        )
        .orderBy(asc(member.deletionDueAt), asc(member.subject))
        .limit(PAGE);
      return rows.flatMap(({ due, ...row }) => (due ? [{ ...row, deletion_due_at: due.toISOString() }] : []));
    },
  );
}
