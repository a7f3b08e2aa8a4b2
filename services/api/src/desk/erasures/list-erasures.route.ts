import { erasuresSchema } from '@site/contracts/api/desk-members';
import { refusals } from '@site/platform/http';
import { asc, isNotNull } from 'drizzle-orm';
import type { ApiServer, ApiServices } from '../../api-server';
import { member } from '../../domain/tables';

export function listErasuresRoute(app: ApiServer, { database }: ApiServices): void {
  app.get(
    '/desk/erasures',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Accounts that their owners want erased, the next one first',
        tags: ['Desk'],
        response: { 200: erasuresSchema, ...refusals(401, 403) },
      },
    },
    async () => {
      const rows = await database.db
        .select({ id: member.subject, full_name: member.fullName, email: member.email, due: member.deletionDueAt })
        .from(member)
        .where(isNotNull(member.deletionDueAt))
        .orderBy(asc(member.deletionDueAt));
      return rows.flatMap(({ due, ...row }) => (due ? [{ ...row, deletion_due_at: due.toISOString() }] : []));
    },
  );
}
