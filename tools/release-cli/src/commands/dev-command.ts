/** Shows a remote from this folder inside the site of a registry, to whoever runs it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SHELL_NAME } from '@site/contracts/release';
import type { LocalPart } from '@site/release-model/local-part';
import type { Command } from 'commander';
import { type CommonOptions, tokenFor } from '../context';
import { startDevelopmentServer } from '../development-server';
import { EXIT, Failure } from '../failure';
import { common, recorded } from '../options';
import { createRegistryClient } from '../registry-client';
import { assertPath, siteLink } from '../site-link';
import { say } from '../terminal';
import { findPackage } from '../workspace';

/** A working day. A new start makes a new link. */
const HOURS = 12;

export function register(program: Command): void {
  recorded(common(program.command('dev').argument('[name]', 'name of a remote; the current one if none is given')))
    .description('show a remote from this folder inside the site, rebuilt and reloaded as you write')
    .option('--to <path>', 'the page that the link leads to')
    .option('--open', 'open the link in a browser')
    .action(devCommand);
}

export interface DevOptions extends CommonOptions {
  to?: string;
  open?: boolean;
  reason?: string;
}

/** Goes on until it is interrupted, its terminal is closed, or the development server ends. */
export async function devCommand(name: string | undefined, { to, open, reason, ...options }: DevOptions): Promise<void> {
  assertPath(to);
  const source = await findPackage(process.cwd(), name);
  if (source.name === SHELL_NAME) throw new Failure('The shell is developed with npm run dev -w shell, beside npm start.', EXIT.usage);
  if (!source.hasDev) throw new Failure(`package.json of ${source.name} has no script dev.`, EXIT.usage);
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });

  const ending = new AbortController();
  const { signal } = ending;
  const interrupted = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => once(process, name, { signal }))).then(() => null);
  const refusals = new Refused();

  async function show(part: LocalPart): Promise<string> {
    const { url, token, expiresAt } = await client
      .preview({ local: { [source.name]: part }, expiresInHours: HOURS, reason })
      .catch((error: Error) => refusals.add(error));
    const link = siteLink(url, to, options);
    if (options.json) say(JSON.stringify({ url: link, token, expiresAt, entry: part.entry }));
    else say(`${link}\n\n${source.name} comes from this folder there, in browsers on this machine alone. Ctrl-C ends it.`);
    if (open) openInBrowser(link);
    return link;
  }

  const server = await startDevelopmentServer(source, show);
  try {
    const failure = await Promise.race([interrupted, server.ended, refusals.first]);
    if (failure) throw failure;
  } finally {
    await server.stop();
    ending.abort();
  }
}

/** What the registry refuses ends the command; it would refuse it again. */
class Refused {
  #tell: (error: Error) => void = () => undefined;
  readonly first = new Promise<Error>((resolve) => (this.#tell = resolve));

  add(error: Error): never {
    this.#tell(error);
    throw error;
  }
}

function openInBrowser(link: string): void {
  const [command, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as 'darwin'] ?? ['xdg-open'];
  const child = spawn(command ?? 'xdg-open', [...args, link], { stdio: 'ignore', detached: true });
  // The link is printed as well.
  child.once('error', () => undefined);
  child.unref();
}
