/** Where the paths of a part may begin. */
import type { Command } from 'commander';
import { type ConnectionOptions, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { connected, recorded } from '../options';
import { createRegistryClient } from '../registry-client';
import { say } from '../terminal';

export function register(program: Command): void {
  recorded(
    connected(
      program.command('prefixes').argument('<name>', 'of a remote').argument('[prefixes...]', 'such as /games; / is the home page'),
    ),
  )
    .description('show where the paths of a part may begin, or say it')
    .option('--any', 'anywhere')
    .action(prefixesCommand);
}

interface PrefixesOptions extends ConnectionOptions {
  any?: boolean;
  reason?: string;
}

async function prefixesCommand(name: string, given: string[], { any, reason, ...options }: PrefixesOptions): Promise<void> {
  if (any && given.length > 0) throw new Failure('--any goes without prefixes.', EXIT.usage);
  const isChange = any === true || given.length > 0;
  const client = createRegistryClient({ ...options, token: isChange ? await tokenFor('admin', options) : undefined });
  if (isChange) await client.setPrefixes(name, any ? null : given, reason);
  const part = (await client.remotes()).find((remote) => remote.name === name);
  if (!part) throw new Failure(`Nothing was published as ${name}.`, EXIT.notFound, 'remote-not-found');
  if (options.json) return say(JSON.stringify({ name, prefixes: part.prefixes }));
  say(part.prefixes === null ? `Paths of ${name} may begin anywhere.` : `Paths of ${name} begin with ${part.prefixes.join(', ')}.`);
}
