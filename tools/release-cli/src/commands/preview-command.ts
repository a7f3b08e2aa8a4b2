/** Makes a link to releases that are not live. */
import type { Command } from 'commander';
import { type CommonOptions, tokenFor } from '../context';
import { common, expiring } from '../options';
import { createRegistryClient } from '../registry-client';
import { parseReleases } from '../releases';
import { assertPath, siteLink } from '../site-link';
import { say } from '../terminal';

export function register(program: Command): void {
  expiring(common(program.command('preview').argument('<releases...>', 'name@version')))
    .description('make a link that shows releases which are not live to whoever has it')
    .option('--to <path>', 'the page that it leads to')
    .action(previewCommand);
  expiring(common(program.command('inspect')))
    .description('make a link that shows what is live, and says of each part where it comes from')
    .option('--to <path>', 'the page that it leads to')
    .action(inspectCommand);
}

export interface PreviewOptions extends CommonOptions {
  /** Hours. */
  expires: number;
  /** Path of the page that the link leads to. */
  to?: string;
}

export async function previewCommand(texts: string[], { expires, to, ...options }: PreviewOptions): Promise<void> {
  const releases = parseReleases(texts);
  assertPath(to);
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  const { url, token, expiresAt } = await client.preview({ releases, expiresInHours: expires });
  const link = siteLink(url, to, options);
  if (options.json) return say(JSON.stringify({ url: link, token, expiresAt }));
  say(`${link}\n\nWhoever has this link sees ${texts.join(', ')} until ${new Date(expiresAt).toLocaleString()}, and nobody else does.`);
}

/** The live site as a preview of no release, which has the inspector. */
export async function inspectCommand({ expires, to, ...options }: PreviewOptions): Promise<void> {
  assertPath(to);
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  const { url, token, expiresAt } = await client.preview({ expiresInHours: expires });
  const link = siteLink(url, to, options);
  if (options.json) return say(JSON.stringify({ url: link, token, expiresAt }));
  say(`${link}\n\nIt shows what is live. "Inspect", at the bottom of each page, says where its parts come from.`);
}
