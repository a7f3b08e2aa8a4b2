/** Mails of a backup that waited when it was made: some may have been sent since, and nobody knows which. */
import type { Database } from './database';

/** What giving each of them up does. The runbook of restores has it too, for databases with tools of their own. */
export const GIVE_UP_RESTORED_MAILS = `update platform.outbox set given_up_at = now(), mail = null, last_error = 'restored'
where sent_at is null and given_up_at is null`;

/** @returns How many mails are not sent. */
export async function giveUpRestoredMails(database: Database): Promise<number> {
  const { rows } = await database.query(`${GIVE_UP_RESTORED_MAILS} returning id`);
  return rows.length;
}
