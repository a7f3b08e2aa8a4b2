/** Rehearsals: releases in a browser beside what is live, before they are live. */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ReleaseDescriptor, SHELL_NAME } from '@site/contracts/release';
import type { Rehearsal, RehearsedPage } from '@site/release-model/rehearsal';
import { newFindings, VERDICTS } from '@site/release-model/rehearsal-reading';
import type { Revision } from '@site/release-model/revision';
import type { Command } from 'commander';
import type { Versions } from '@site/release-model/registry-requests';
import { type CommonOptions, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { common, positiveInteger, recorded } from '../options';
import { siteOf } from '../client/transport';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { type Addresses, publicAddresses } from '../rehearsal/addresses';
import { launchBrowser } from '../rehearsal/browser';
import type { Rehearsed } from '../rehearsal/rehearse';
import { describePages } from '../rehearsal/verdicts';
import { parseReleases } from '../releases';
import { assertPath, siteLink } from '../site-link';
import { ago, progressLine, say, table } from '../terminal';

export function register(program: Command): void {
  recorded(common(program.command('rehearse').argument('<releases...>', 'name@version')))
    .description('open every public page of releases in a browser, beside everything else that is live, and keep what it finds')
    .option('--path <path>', 'one more page to open; can be repeated', (path: string, paths: string[]) => [...paths, path], [])
    .action(rehearseCommand);
  const rehearsal = program.command('rehearsal').description('list rehearsals, and show one');
  common(rehearsal.command('list'))
    .description('list rehearsals')
    .option('--limit <number>', 'how many, at most 100', positiveInteger, 20)
    .action(listRehearsalsCommand);
  common(rehearsal.command('show').argument('<number>', 'of the rehearsal', positiveInteger))
    .description('show what was found, page by page')
    .option('--pictures <folder>', 'write the pictures there: live, candidate, difference')
    .option('--open', 'and open that folder; rehearsal-<number> if none is named')
    .action(showRehearsalCommand);
}

export interface RehearseOptions extends CommonOptions {
  /** More pages to open. */
  path?: string[];
  reason?: string;
}

/** For how long the browser may take, in hours: the links to what it opens expire. */
const LINK_HOURS = 2;
const MOST_LISTED = 100;

/** @throws Failure `rehearsal-failed` if pages have findings that the live ones do not have. */
export async function rehearseCommand(texts: string[], options: RehearseOptions): Promise<void> {
  const rehearsal = await makeRehearsal(parseReleases(texts), options);
  if (options.json && rehearsal.verdict !== 'failed') return say(JSON.stringify(rehearsal));
  if (!options.json) say(describe(rehearsal));
  assertSound(rehearsal);
}

/** Before a promotion. One that was not run does not hold it back: that is for the rules of the environment to say. */
export async function rehearseBefore(releases: Versions, options: CommonOptions & { force?: boolean; reason?: string }): Promise<void> {
  const rehearsal = await makeRehearsal(releases, options);
  if (!options.json) say(`${describe(rehearsal)}\n`);
  if (!options.force) assertSound(rehearsal);
}

function assertSound({ id, verdict, pages, ...rehearsal }: Rehearsal): void {
  if (verdict !== 'failed') return;
  const failed = pages.filter((page) => newFindings(page).length > 0);
  throw new Failure(`Rehearsal ${id} has failed on ${failed.length} of ${pages.length} pages.`, EXIT.refused, 'rehearsal-failed', {
    ...rehearsal,
    id,
    verdict,
    pages: failed,
  });
}

/** Rehearses, and keeps what came out with its pictures in the registry. */
async function makeRehearsal(releases: Versions, options: RehearseOptions): Promise<Rehearsal> {
  const client = createRegistryClient({ ...options, token: await tokenFor('publish', options) });
  const revision = await client.current();
  if (!revision) throw new Failure('Nothing is live yet.', EXIT.notFound, 'no-revision');
  const addresses = await addressesOf(client, revision, releases, options.path ?? []);
  const { report, pictures } = await perform(client, revision, releases, addresses, options);
  const rehearsal = await client.addRehearsal(releases, revision.number, report, options.reason);
  for (const [sha256, bytes] of pictures) await client.sendPicture(rehearsal.id, sha256, bytes);
  return rehearsal;
}

/** Every page of the site if the shell is among the releases, which is on each of them. */
async function addressesOf(client: RegistryClient, { target }: Revision, releases: Versions, more: string[]): Promise<Addresses> {
  for (const path of more) assertPath(path);
  const others = SHELL_NAME in releases ? Object.entries(target.parts).filter(([name]) => !(name in releases)) : [];
  const named = [...Object.entries(releases), ...others.map(([name, { stable }]) => [name, stable.version] as const)];
  const descriptors = await Promise.all(named.map(([name, version]) => descriptorOf(client, name, version)));
  const { paths, unvisited } = publicAddresses(descriptors);
  return { paths: [...new Set([...paths, ...more])].sort(), unvisited };
}

async function descriptorOf(client: RegistryClient, name: string, version: string): Promise<ReleaseDescriptor> {
  const release = await client.release(name, version);
  if (!release) throw new Failure(`${name}@${version} was not published.`, EXIT.notFound, 'release-not-found');
  return release.descriptor;
}

async function perform(
  client: RegistryClient,
  { target: { parts } }: Revision,
  releases: Versions,
  addresses: Addresses,
  options: RehearseOptions,
): Promise<Rehearsed> {
  const browser = await launchBrowser();
  if (typeof browser === 'string') return { report: { notRun: browser, pages: [], unvisited: addresses.unvisited }, pictures: new Map() };
  // Loaded when it is needed: no other command waits for what compares pictures.
  const { rehearse } = await import('../rehearsal/rehearse');
  const line = progressLine();
  try {
    const link = async (versions: Versions) =>
      siteLink((await client.preview({ releases: versions, expiresInHours: LINK_HOURS })).url, undefined, options);
    const replaced = Object.keys(releases).flatMap((name) => (parts[name] ? [[name, parts[name].stable.version] as const] : []));
    const candidate = await link(releases);
    const live = replaced.length === 0 ? null : await link(Object.fromEntries(replaced));
    const onPage = (done: number, of: number) => line.show(`${done} of ${of} pages`);
    return await rehearse({ browser, site: siteOf(options.registry), candidate, live, addresses, now: new Date(), onPage });
  } finally {
    line.done();
    await browser.close();
  }
}

function describe(rehearsal: Rehearsal): string {
  const { id, releases, revision, verdict, notRun } = rehearsal;
  const what = Object.entries(releases)
    .map(([name, { version }]) => `${name}@${version}`)
    .join(' ');
  const head = `Rehearsal ${id} of ${what} beside revision ${revision}: ${VERDICTS[verdict]}${notRun === null ? '' : `. ${notRun}`}`;
  return [head, describePages(rehearsal)].join('\n');
}

async function listRehearsalsCommand({ limit, ...options }: CommonOptions & { limit: number }): Promise<void> {
  const client = createRegistryClient({ ...options, token: await tokenFor('view', options) });
  const rehearsals = await client.rehearsals(Math.min(limit, MOST_LISTED));
  if (options.json) return say(JSON.stringify({ rehearsals }));
  if (rehearsals.length === 0) return say('Nothing was rehearsed yet.');
  const rows = rehearsals.map(({ id, releases, revision, verdict, createdAt, createdBy }) => [
    String(id),
    Object.entries(releases)
      .map(([name, { version }]) => `${name}@${version}`)
      .join(' '),
    String(revision),
    VERDICTS[verdict],
    `${ago(createdAt)} by ${createdBy}`,
  ]);
  say(table(['', 'releases', 'beside', 'verdict', 'when'], rows));
}

interface ShowOptions extends CommonOptions {
  /** Folder for the pictures. */
  pictures?: string;
  open?: boolean;
}

async function showRehearsalCommand(id: number, { pictures, open, ...options }: ShowOptions): Promise<void> {
  const client = createRegistryClient({ ...options, token: await tokenFor('view', options) });
  const rehearsal = await client.rehearsal(id);
  const folder = pictures ?? (open ? `rehearsal-${id}` : null);
  const written = folder === null ? null : await writePictures(client, rehearsal, resolve(folder));
  if (options.json) say(JSON.stringify({ ...rehearsal, ...(written !== null && { folder: written }) }));
  else say([describe(rehearsal), ...(written === null ? [] : [`\nPictures: ${written}`])].join('\n'));
  if (open && written !== null) openFolder(written);
}

/** `home-360-candidate.png` for each picture. @returns The folder. */
async function writePictures(client: RegistryClient, { id, pages }: Rehearsal, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const page of pages) {
    for (const [kind, picture] of Object.entries(page.pictures)) {
      if (picture) await writeFile(join(folder, `${fileName(page)}-${kind}.png`), await client.picture(id, picture.sha256));
    }
  }
  return folder;
}

const fileName = ({ path, width }: RehearsedPage): string => `${path.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'home'}-${width}`;

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

/** In whatever the machine shows folders with. Nothing happens where there is no such thing. */
function openFolder(folder: string): void {
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [folder], { stdio: 'ignore', detached: true });
  opener.on('error', () => undefined);
  opener.unref();
}
