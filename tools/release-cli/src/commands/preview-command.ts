/** Makes a link to releases that are not live. */
import { type CommonOptions, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { createRegistryClient, registryAddress } from '../registry-client';
import { parseReleases } from '../releases';
import { say } from '../terminal';

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
