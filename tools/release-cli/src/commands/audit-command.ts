/** Who did what, and what was refused. */
import type { Command } from 'commander';
import { type CommonOptions, tokenFor } from '../context';
import { common, positiveInteger } from '../options';
import { createRegistryClient } from '../registry-client';
import { ago, say, table } from '../terminal';

export function register(program: Command): void {
  common(program.command('audit'))
    .description('show who did what, and what was refused')
    .option('--limit <number>', 'how many', positiveInteger, 50)
    .action(auditCommand);
}

/** The registry gives 200 at once. */
const MOST_ENTRIES = 200;

export async function auditCommand({ limit, ...options }: CommonOptions & { limit: number }): Promise<void> {
  const client = createRegistryClient({ ...options, token: await tokenFor('view', options) });
  const entries = await client.audit(Math.min(limit, MOST_ENTRIES));
  if (options.json) return say(JSON.stringify({ entries }));
  const rows = entries.map(({ at, actor, action, subject, toRevision, reason, details }) => [
    ago(at),
    actor,
    action,
    subject ?? '',
    toRevision === null ? '' : String(toRevision),
    reason ?? (typeof details?.message === 'string' ? details.message : ''),
  ]);
  say(table(['when', 'who', 'what', 'about', 'revision', 'why'], rows));
}
