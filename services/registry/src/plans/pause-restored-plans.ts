/** Plans of a backup: what was to happen by itself after it is decided anew by a person. */
import type { Database } from '@site/platform/database';

/** What pausing each of them does. The runbook of restores has it too, for databases with tools of their own. */
export const PAUSE_RESTORED_PLANS = `update registry.plans set state = 'paused', note = 'Restored from a backup.', version = version + 1,
  due_at = case state when 'scheduled' then due_at end,
  left_ms = case state when 'running' then greatest(0, extract(epoch from due_at - now()) * 1000) end,
  look_at = now(), leased_until = null
where state in ('scheduled', 'running')`;

/** @returns How many plans wait for a person from now on. */
export async function pauseRestoredPlans(database: Database): Promise<number> {
  const { rows } = await database.query<{ id: number }>(`${PAUSE_RESTORED_PLANS} returning id`);
  return rows.length;
}
