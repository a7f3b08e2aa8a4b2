/** Messages to webhooks that waited when a backup was made: some may have been delivered since, and nobody knows which. */
import type { Database } from '@site/platform/database';

/** What giving each of them up does. The runbook of restores has it too, for databases with tools of their own. */
export const GIVE_UP_RESTORED_MESSAGES = `update registry.webhook_messages set next_attempt_at = null
where next_attempt_at is not null`;

/** @returns How many messages are not delivered, unless somebody delivers them again. */
export async function giveUpRestoredMessages(database: Database): Promise<number> {
  const { rows } = await database.query(`${GIVE_UP_RESTORED_MESSAGES} returning number`);
  return rows.length;
}
