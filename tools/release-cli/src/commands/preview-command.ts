/** Makes a link to releases that are not live. */
import { type Command, InvalidArgumentError } from 'commander';
import { type CommonOptions, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { common } from '../options';
import { createRegistryClient, registryAddress } from '../registry-client';
import { parseReleases } from '../releases';
import { say } from '../terminal';

export function register(program: Command): void {
  common(program.command('preview').argument('<releases...>', 'name@version'))
    .description('make a link that shows releases which are not live to whoever has it')
    .option('--expires <time>', 'for how long, such as 12h or 7d, at most 14d', hours, 168)
    .option('--to <path>', 'the page that it leads to')
    .action(previewCommand);
}

export interface PreviewOptions extends CommonOptions {
  /** Hours. */
  expires: number;
  /** Path of the page that the link leads to. */
  to?: string;
}

export async function previewCommand(texts: string[], { expires, to, ...options }: PreviewOptions): Promise<void> {
  const releases = parseReleases(texts);
  if (to !== undefined && !to.startsWith('/')) throw new Failure(`'${to}' is not a path of the site, such as /contact.`, EXIT.usage);
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  const { url, token, expiresAt } = await client.preview(releases, expires);
  const link = new URL(url, registryAddress(options.registry));
  if (to !== undefined) link.searchParams.set('to', to);
  if (options.json) return say(JSON.stringify({ url: link.href, token, expiresAt }));
  say(
    `${link.href}\n\nWhoever has this link sees ${texts.join(', ')} until ${new Date(expiresAt).toLocaleString()}, and nobody else does.`,
  );
}

/** `12h` or `7d` in hours. */
function hours(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,2})([hd])$/.exec(text) ?? [];
  const total = Number(count) * (unit === 'd' ? 24 : 1);
  if (!(total <= 336)) throw new InvalidArgumentError('It is not a time from 1h to 14d.');
  return total;
}
