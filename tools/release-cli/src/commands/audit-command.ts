/** Who did what, and what was refused. */
import type { Command } from 'commander';
import { type ConnectionOptions, tokenFor } from '../context';
import { bigNumber, connected, positiveInteger } from '../options';
import { createRegistryClient } from '../registry-client';
import { ago, say, table } from '../terminal';

export function register(program: Command): void {
  connected(program.command('audit'))
    .description('show who did what, and what was refused')
    .option('--environment <name>', 'only what was done there; by default everything')
    .option('--by <name>', 'only what this token or person did or tried')
    .option('--action <what>', 'only this, such as promote, issue-token or refused')
    .option('--limit <number>', 'how many, at most 200', positiveInteger, 50)
    .option('--before <id>', 'those before this one', bigNumber)
    .action(auditCommand);
}

interface AuditOptions extends ConnectionOptions {
  environment?: string;
  by?: string;
  action?: string;
  limit: number;
  before?: number;
}

/** The registry gives 200 at once. */
const MOST_ENTRIES = 200;

export async function auditCommand({ limit: asked, before, by, action, environment, ...options }: AuditOptions): Promise<void> {
  const client = createRegistryClient({ ...options, token: await tokenFor('view', options) });
  const limit = Math.min(asked, MOST_ENTRIES);
  const entries = await client.audit({
    limit,
    ...(before !== undefined && { before }),
    ...(by !== undefined && { actor: by }),
    ...(action !== undefined && { action }),
    ...(environment !== undefined && { environment }),
  });
  if (options.json) return say(JSON.stringify({ entries }));
  if (entries.length === 0) return say('Nothing of that is on record.');
  const rows = entries.map((entry) => [
    ago(entry.at),
    entry.actor,
    entry.action,
    entry.environment ?? '',
    entry.subject ?? '',
    entry.toRevision === null ? '' : String(entry.toRevision),
    [entry.reason, typeof entry.details?.message === 'string' ? entry.details.message : null].filter(Boolean).join(' / '),
  ]);
  say(table(['when', 'who', 'what', 'where', 'about', 'revision', 'why'], rows));
  if (entries.length === limit) say(`\nOlder ones: --before ${entries.at(-1)?.id}`);
}
