/** Mails to groups that were being queued when a backup was made: all of their members may have been sent them since. */
import type { Database } from '@site/platform/database';

/** What giving each of them up does. The runbook of restores has it too, for databases with tools of their own. */
export const GIVE_UP_RESTORED_GROUP_MAILS = 'delete from api.group_mail';

/** @returns How many are not queued for the rest of their group. */
export async function giveUpRestoredGroupMails(database: Database): Promise<number> {
  const { rows } = await database.query(`${GIVE_UP_RESTORED_GROUP_MAILS} returning id`);
  return rows.length;
}
