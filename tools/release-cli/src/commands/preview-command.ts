/** Makes links to releases that are not live, lists them and takes them back. */
import type { IssuedPreview } from '@site/release-model/registry-answers';
import type { Command } from 'commander';
import { type CommonOptions, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { common, expiring, positiveInteger, recorded } from '../options';
import { createRegistryClient } from '../registry-client';
import { parseReleases } from '../releases';
import { assertPath, siteLink } from '../site-link';
import { ago, localTime, say, table } from '../terminal';

export function register(program: Command): void {
  const preview = listed(expiring(common(program.command('preview').argument('<releases...>', 'name@version'))))
    .description('make a link that shows releases which are not live to whoever has it; list such links and revoke them')
    .option('--to <path>', 'the page that it leads to')
    .enablePositionalOptions()
    .hook('preSubcommand', assertNoneBefore)
    .action(previewCommand);
  common(preview.command('list'))
    .description('list links to previews and replays that have not expired')
    .option('--limit <number>', 'how many, at most 100', positiveInteger, 20)
    .action(listPreviewsCommand);
  common(preview.command('revoke').argument('<number>', 'of the link, as list shows it', positiveInteger))
    .description('take a link back: whoever has it sees what everybody else sees')
    .requiredOption('--reason <text>', 'why, for the record')
    .action(revokePreviewCommand);
  listed(expiring(common(program.command('inspect'))))
    .description('make a link that shows what is live, and says of each part where it comes from')
    .option('--to <path>', 'the page that it leads to')
    .action(inspectCommand);
}

/** An option before `list` or `revoke` is one of `preview` itself: they would go on without it, at another registry perhaps. */
function assertNoneBefore(preview: Command, one: Command): void {
  const given = preview.options.find((option) => preview.getOptionValueSource(option.attributeName()) === 'cli');
  if (given) preview.error(`error: '${given.long}' stands before '${one.name()}', which does not read it there. Write it behind.`);
}

const listed = (command: Command): Command => recorded(command, 'why, for those who see it in the list');

export interface PreviewOptions extends CommonOptions {
  /** Hours. */
  expires: number;
  /** Path of the page that the link leads to. */
  to?: string;
  reason?: string;
}

const MOST_LISTED = 100;

export async function previewCommand(texts: string[], { expires, to, reason, ...options }: PreviewOptions): Promise<void> {
  const releases = parseReleases(texts);
  assertPath(to);
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  const { url, token, expiresAt } = await client.preview({ releases, expiresInHours: expires, reason });
  const link = siteLink(url, to, options);
  if (options.json) return say(JSON.stringify({ url: link, token, expiresAt }));
  say(`${link}\n\nWhoever has this link sees ${texts.join(', ')} until ${localTime(expiresAt)}, and nobody else does.`);
}

async function listPreviewsCommand({ limit, ...options }: CommonOptions & { limit: number }): Promise<void> {
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  const previews = await client.previews({ limit: Math.min(limit, MOST_LISTED) });
  if (options.json) return say(JSON.stringify({ previews }));
  if (previews.length === 0) return say('No link to a preview is valid.');
  const rows = previews.map((preview) => [
    String(preview.number),
    preview.subject,
    `by ${preview.createdBy}, ${ago(preview.createdAt)}`,
    stateOf(preview),
    preview.reason ?? '',
  ]);
  say(table(['number', 'shows', 'made', '', 'reason'], rows));
}

const stateOf = ({ revoked, expiresAt }: IssuedPreview): string =>
  revoked ? `revoked by ${revoked.by}: ${revoked.reason}` : `until ${localTime(expiresAt)}`;

async function revokePreviewCommand(number: number, { reason, ...options }: CommonOptions & { reason: string }): Promise<void> {
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  const [preview] = await client.previews({ limit: 1, before: number + 1 });
  if (preview?.number !== number) throw new Failure(`No link with the number ${number} is valid in ${options.environment}.`, EXIT.notFound);
  const revoked = await client.revokePreview(preview.id, reason);
  say(
    options.json ? JSON.stringify(revoked) : `The link to ${revoked.subject} is revoked. Edges that reach the registry show it to nobody.`,
  );
}

/** The live site as a preview of no release, which has the inspector. */
export async function inspectCommand({ expires, to, reason, ...options }: PreviewOptions): Promise<void> {
  assertPath(to);
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  const { url, token, expiresAt } = await client.preview({ expiresInHours: expires, reason });
  const link = siteLink(url, to, options);
  if (options.json) return say(JSON.stringify({ url: link, token, expiresAt }));
  say(`${link}\n\nIt shows what is live. "Inspect", at the bottom of each page, says where its parts come from.`);
}
