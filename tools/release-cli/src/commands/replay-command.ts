/** Makes a link to what a revision composed. */
import type { Command } from 'commander';
import { type CommonOptions, tokenFor } from '../context';
import { common, expiring, positiveInteger, recorded } from '../options';
import { createRegistryClient } from '../registry-client';
import { assertPath, siteLink } from '../site-link';
import { localTime, say } from '../terminal';

export function register(program: Command): void {
  recorded(expiring(common(program.command('replay').argument('<revision>', 'its number', positiveInteger))), WHY)
    .description('make a link that shows the site as a revision composed it to whoever has it')
    .option('--candidate', 'with its candidates in place of what was stable')
    .option('--to <path>', 'the page that it leads to')
    .action(replayCommand);
}

const WHY = 'why, for those who see it in the list';

interface ReplayOptions extends CommonOptions {
  candidate?: boolean;
  /** Hours. */
  expires: number;
  /** Path of the page that the link leads to. */
  to?: string;
  reason?: string;
}

async function replayCommand(revision: number, { candidate = false, expires, to, reason, ...options }: ReplayOptions): Promise<void> {
  assertPath(to);
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  const { url, token, expiresAt } = await client.replay(revision, { candidates: candidate, expiresInHours: expires, reason });
  const link = siteLink(url, to, options);
  if (options.json) return say(JSON.stringify({ url: link, token, expiresAt }));
  const what = `revision ${revision}${candidate ? ' with its candidates' : ''}`;
  say(`${link}\n\nWhoever has this link sees ${what} until ${localTime(expiresAt)}, and nobody else does.`);
}
