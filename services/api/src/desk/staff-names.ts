/** Names of the staff, who need not be members. */
import { inArray } from 'drizzle-orm';
import type { ApiServices } from '../api-server';
import { member } from '../domain/tables';

/** @returns The name of each subject: of the member, else of the account, else what is left when there is neither. */
export async function staffNames(
  { database, identityAdmin }: Pick<ApiServices, 'database' | 'identityAdmin'>,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(subjects)];
  if (wanted.length === 0) return new Map();
  const members = await database.db
    .select({ subject: member.subject, fullName: member.fullName })
    .from(member)
    .where(inArray(member.subject, wanted));
  const names = new Map(members.map(({ subject, fullName }) => [subject, fullName]));
  for (const subject of wanted)
    if (!names.has(subject)) names.set(subject, (await identityAdmin.getUser(subject))?.fullName ?? `Account ${subject.slice(0, 8)}`);
  return names;
}
