/** Removes the files of releases that nobody needs. */
import type { Command } from 'commander';
import { type ConnectionOptions, pasteable, tokenFor } from '../context';
import { connected } from '../options';
import { createRegistryClient } from '../registry-client';
import { ago, kilobytes, say, table } from '../terminal';

export function register(program: Command): void {
  connected(program.command('gc'))
    .description('show which releases nobody needs; with --yes, remove their files')
    .option('--reason <text>', 'why, for the record')
    .action(gcCommand);
}

/** Shows what would go unless it is told to remove it, also where nobody could be asked. */
async function gcCommand({ reason, ...options }: ConnectionOptions & { reason?: string }): Promise<void> {
  const isDone = options.yes === true;
  const client = createRegistryClient({ ...options, token: await tokenFor(isDone ? 'admin' : 'view', options) });
  const found = isDone ? await client.collect(reason) : await client.collectable();
  if (options.json) return say(JSON.stringify({ ...found, dryRun: !isDone }));
  const { releases, bytes, skipped } = found;
  if (skipped.length > 0) say(`Left for another time, because releases of it are being published: ${skipped.join(', ')}.`);
  if (releases.length === 0) return say('Every release is needed, or was published in the last 30 days.');
  const rows = releases.map(({ name, version, publishedAt, size }) => [`${name}@${version}`, ago(publishedAt), kilobytes(size)]);
  say(table(['release', 'published', 'size'], rows));
  const files = `the files of ${releases.length === 1 ? 'one release' : `${releases.length} releases`}, ${kilobytes(bytes)}`;
  if (isDone) return say(`\nRemoved ${files}. Publish the same again to have one back.`);
  say(`\nNobody needs ${files}. Nothing was changed. To remove them: ${pasteable('gc --yes', options)}`);
}
