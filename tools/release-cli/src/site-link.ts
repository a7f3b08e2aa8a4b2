/** Links to the site of a registry that show what is not live. */
import type { ConnectionOptions } from './context';
import { EXIT, Failure } from './failure';
import { registryAddress } from './client/transport';

/** @throws Failure unless the text, where there is one, is a path of the site. */
export function assertPath(to: string | undefined): void {
  if (to !== undefined && !isPath(to)) throw new Failure(`'${to}' is not a path of the site, such as /contact.`, EXIT.usage);
}

const SITE = 'http://site.invalid';

/** `//elsewhere.example` and `/\elsewhere.example` are addresses of another site. */
const isPath = (to: string): boolean => to.startsWith('/') && URL.canParse(to, SITE) && new URL(to, SITE).origin === SITE;

/**
 * @param url The link as a path of the site.
 * @param to Path of the page that it leads to.
 */
export function siteLink(url: string, to: string | undefined, { registry }: Pick<ConnectionOptions, 'registry'>): string {
  const link = new URL(url, registryAddress(registry));
  if (to !== undefined) link.searchParams.set('to', to);
  return link.href;
}
