/** The commands that only look. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeChange } from '@site/release-model/change-text';
import { percent } from '@site/release-model/changes';
import { describeService, serviceOf } from '@site/release-model/edge-service';
import type { Revision, RevisionSummary } from '@site/release-model/revision';
import { describeFrozen, verdict } from '@site/release-model/rules';
import type { Command } from 'commander';
import type { Health, Release } from '@site/release-model/registry-answers';
import { describeRehearsal } from '@site/release-model/rehearsal-reading';
import { MOST_RELEASES } from '../client/release-calls';
import { type CommonOptions, findToken, tokenFor } from '../context';
import { describeTroubled } from '../edges';
import { asUnavailable, EXIT, Failure } from '../failure';
import { common, positiveInteger } from '../options';
import { describeReleases, describeState } from '../plan-text';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { ago, kilobytes, say, sayAside, table } from '../terminal';
import { parseRelease } from '../releases';
import { describeLock } from './lock-commands';

export function register(program: Command): void {
  common(program.command('list').argument('[name]', 'a remote, or the shell'))
    .description('list remotes, or the releases of one')
    .option('--limit <number>', 'how many releases, at most 200', positiveInteger, 20)
    .option('--before <version>', 'those that were published before this one')
    .action(listCommand);
  common(program.command('show').argument('<release>', 'name@version')).description('show one release').action(showCommand);
  common(program.command('status'))
    .description('show what is live, which edges serve it, and how often it fails')
    .option('--watch', 'and again at each change, until Ctrl-C')
    .action(statusCommand);
  common(program.command('history'))
    .description('show the revisions and what each of them changed')
    .option('--limit <number>', 'how many, at most 200', positiveInteger, 20)
    .option('--before <number>', 'those before this revision', positiveInteger)
    .action(historyCommand);
}

/** The registry gives 200 at once. */
const MOST_REVISIONS = 200;

const HEALTH_HOURS = 1;

/** Between two questions to a registry that is away. */
const ASK_AGAIN_MS = 1_000;

const WITH_TOKEN = 'give --token or RELEASE_TOKEN';

interface ListOptions extends CommonOptions {
  limit: number;
  before?: string;
}

/** All remotes, or the newest releases of one. */
export async function listCommand(name: string | undefined, options: ListOptions): Promise<void> {
  const { client, seesAll } = await clientOf(options);
  const live = (await client.current())?.target.parts ?? {};
  if (name !== undefined) {
    const limit = Math.min(options.limit, MOST_RELEASES);
    const releases = (await client.releases(name, { limit, before: options.before })).map((release) => ({
      ...release,
      live: live[release.name]?.stable.version === release.version,
    }));
    if (releases.length === 0) throw noReleases(name, seesAll, options.before);
    if (!seesAll) sayAside(`Only what is live is shown. To see all releases, ${WITH_TOKEN}.`);
    if (options.json) return say(JSON.stringify({ releases }));
    const rows = releases.map((release) => [
      release.version,
      standing(release),
      kilobytes(release.size),
      `${ago(release.publishedAt)} by ${release.publishedBy}`,
    ]);
    say(table(['version', '', 'size', 'published'], rows));
    if (releases.length === limit) say(`\nOlder ones: --before ${releases.at(-1)?.version}`);
    return;
  }
  const remotes = (await client.remotes()).map((remote) => ({ ...remote, live: live[remote.name]?.stable.version ?? null }));
  if (options.json) return say(JSON.stringify({ remotes }));
  const rows = remotes.map((remote) => [
    remote.name,
    remote.team,
    remote.live ?? '-',
    String(remote.releases),
    remote.lastPublishedAt ? ago(remote.lastPublishedAt) : '-',
  ]);
  say(table(['name', 'team', 'live', 'releases', 'last published'], rows));
}

function noReleases(name: string, seesAll: boolean, before: string | undefined): Failure {
  if (before !== undefined) return new Failure(`Nothing of ${name} is listed before ${before}.`, EXIT.notFound, 'release-not-found');
  return seesAll
    ? new Failure(`Nothing was published as ${name}.`, EXIT.notFound, 'remote-not-found')
    : new Failure(`Nothing of ${name} is live. To see what else was published, ${WITH_TOKEN}.`, EXIT.unauthorized, 'unauthorized');
}

/** With a token, if there is one: without, what is not live is not shown. */
async function clientOf(options: CommonOptions) {
  const token = (await findToken('view', options)) ?? undefined;
  return { client: createRegistryClient({ ...options, token }), seesAll: token !== undefined };
}

/** What is live. */
export async function statusCommand({ watch = false, ...options }: CommonOptions & { watch?: boolean }): Promise<void> {
  if (watch) return watchStatus(options);
  await showStatus(await clientOf(options), options);
}

/** What is live, at each change. Ends with Ctrl-C. */
async function watchStatus(options: CommonOptions): Promise<void> {
  const client = createRegistryClient({ ...options, token: await tokenFor('view', options) });
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end);
  // Where nobody reads it any more, nothing is left to be ended.
  process.stdout.once('error', end);
  try {
    const changes = client.changes(ending.signal, sayAway);
    while (!(await changes.next()).done) {
      await untilShown(() => showStatus({ client, seesAll: true }, options), ending.signal);
      if (!options.json) say('');
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    process.removeListener('SIGINT', end);
    process.stdout.removeListener('error', end);
    end();
  }
}

const sayAway = ({ message }: Failure): void => sayAside(`${message}\nIt is asked again until it answers.`);

/** A registry may go away between the news of a change and the questions about it. */
async function untilShown(show: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    const away = await show().catch(asUnavailable);
    if (!(away instanceof Failure)) return;
    if (!isTold) sayAway(away);
    await delay(ASK_AGAIN_MS, undefined, { signal });
  }
}

async function showStatus({ client, seesAll }: Awaited<ReturnType<typeof clientOf>>, options: CommonOptions): Promise<void> {
  const [revision, environment, edges] = await Promise.all([client.current(), client.environment(), client.edges()]);
  const [plans, frozen, proposals] = seesAll ? await withToken(client) : [null, null, null];
  const held = [describeLock(environment), frozen && `${describeFrozen(environment.name, frozen)}.`, describeWaiting(proposals)];
  if (!revision) {
    const rest = { lock: environment.lock, frozen, proposals, plans, edges, releases: [] };
    if (options.json) return say(JSON.stringify({ revision: null, ...rest }));
    return say(['Nothing is live yet.', ...held].filter(Boolean).join('\n'));
  }
  const names = Object.keys(revision.target.parts).sort();
  const health = seesAll ? await client.health(HEALTH_HOURS) : null;
  const releases = await Promise.all(names.map((name) => liveRelease(client, revision, name, health)));
  const { number, epoch, cause, createdBy, createdAt, reason } = revision;
  if (options.json) {
    const head = { number, epoch, cause, createdBy, createdAt, reason };
    return say(JSON.stringify({ revision: head, lock: environment.lock, frozen, proposals, plans, edges, releases }));
  }
  say(`Revision ${number}, ${ago(createdAt)} by ${createdBy}${reason ? `: ${reason}` : ''}`);
  const service = serviceOf(edges, revision);
  const served = describeService(service).replace(/^./, (first) => first.toUpperCase());
  say(`${[served, ...describeTroubled(service)].join('\n')}\n`);
  const underWay = (plans ?? []).map((plan) => `Plan ${plan.id} for ${describeReleases(plan)} is ${describeState(plan)}`);
  const notes = [...held, ...underWay].filter(Boolean);
  if (notes.length > 0) say(`${notes.join('\n')}\n`);
  const rows = releases.map((release) => [
    release.name,
    release.version,
    describeRest(release),
    release.fallback ?? '-',
    release.team,
    ago(release.publishedAt),
    kilobytes(release.size),
    release.commit?.slice(0, 8) ?? '-',
    ...(health ? [describeHealth(release)] : []),
  ]);
  const head = [
    'name',
    'version',
    '',
    'fallback',
    'team',
    'published',
    'size',
    'commit',
    ...(health ? ['failures in 1000, last hour'] : []),
  ];
  say(table(head, rows));
}

/** What whoever has a token is told beside what is live: plans under way, the freeze that holds now, and how many proposals wait. */
const withToken = async (client: RegistryClient) =>
  Promise.all([client.plans({ unfinished: true }), frozenOf(client), client.proposals('open').then(({ length }) => length)]);

/** Null without one. */
async function frozenOf(client: RegistryClient) {
  const found = verdict((await client.rules()).rules, { kind: 'promote' }, new Date());
  return found.kind === 'frozen' ? { until: found.until, reason: found.reason } : null;
}

function describeWaiting(proposals: number | null): string | null {
  if (proposals === null || proposals === 0) return null;
  return `${proposals === 1 ? '1 proposal waits' : `${proposals} proposals wait`} for approval: release proposals`;
}

async function liveRelease(client: RegistryClient, { target }: Revision, name: string, health: Health | null) {
  const part = target.parts[name];
  const release = part && (await client.release(name, part.stable.version));
  if (!release) throw new Failure(`${name} is live and not published.`, EXIT.unexpected);
  const { descriptor, size, publishedBy, publishedAt, id } = release;
  const { candidate, fallback, disabled } = part;
  const counted = health?.find((one) => one.name === name)?.releases ?? [];
  const healthOf = (release: { id: string } | undefined) => {
    if (!health || !release) return null;
    const { documents = 0, failures = 0, share = null } = counted.find(({ id }) => id === release.id) ?? {};
    return { documents, failures, perThousand: share === null ? null : Math.round(share * 10_000) / 10 };
  };
  return {
    name,
    version: descriptor.version,
    id,
    candidate: candidate && { version: candidate.release.version, basisPoints: candidate.basisPoints },
    fallback: fallback?.version ?? null,
    disabled: disabled?.message ?? null,
    team: descriptor.team,
    commit: descriptor.commit,
    size,
    publishedBy,
    publishedAt,
    /** Of the last hour; null without a token, and where there is no candidate. */
    health: { stable: healthOf(part.stable), candidate: healthOf(candidate?.release) },
  };
}

function describeRest({ candidate, disabled }: Awaited<ReturnType<typeof liveRelease>>): string {
  const words = [candidate && `${candidate.version} at ${percent(candidate.basisPoints)}`, disabled !== null && 'switched off'];
  return words.filter(Boolean).join(', ');
}

/** Failures in 1000 documents of the stable release, and of the candidate beside it. */
function describeHealth({ health: { stable, candidate } }: Awaited<ReturnType<typeof liveRelease>>): string {
  const words = [`${stable?.perThousand ?? '-'}`, candidate && `candidate ${candidate.perThousand ?? '-'}`];
  return words.filter(Boolean).join(', ');
}

function standing({ live, yanked, collected }: Release & { live: boolean }): string {
  if (live) return 'live';
  return [yanked && 'yanked', collected && 'collected'].filter(Boolean).join(', ');
}

/** One release. */
export async function showCommand(text: string, options: CommonOptions): Promise<void> {
  const { name, version } = parseRelease(text);
  const release = await (await clientOf(options)).client.release(name, version);
  if (!release) throw new Failure(`${text} was not published.`, EXIT.notFound, 'release-not-found');
  if (options.json) return say(JSON.stringify(release));
  const { descriptor, yanked, collected } = release;
  const paths = descriptor.routes.length > 0 ? descriptor.routes.map(({ path }) => path) : ['-'];
  const facts = [
    ['id', release.id],
    ['team', descriptor.team],
    ['published', `${ago(release.publishedAt)} by ${release.publishedBy}`],
    ...(yanked ? [['yanked', `${ago(yanked.at)} by ${yanked.by}${yanked.reason ? `: ${yanked.reason}` : ''}`]] : []),
    ...(collected ? [['collected', `${ago(collected.at)} by ${collected.by}${collected.reason ? `: ${collected.reason}` : ''}`]] : []),
    ['commit', descriptor.commit ?? '-'],
    ['files', `${descriptor.files.length}, ${kilobytes(release.size)}`],
    ...paths.map((path, index) => [index === 0 ? 'paths' : '', path]),
  ];
  say(table([text, ''], facts));
}

/** The revisions, newest first, with what each of them changed. */
export async function historyCommand({
  limit: asked,
  before,
  ...options
}: CommonOptions & { limit: number; before?: number }): Promise<void> {
  const limit = Math.min(asked, MOST_REVISIONS);
  const revisions = await (await clientOf(options)).client.revisions({ limit, before });
  if (options.json) return say(JSON.stringify({ revisions }));
  if (revisions.length === 0) return say(before === undefined ? 'Nothing was promoted yet.' : `There is no revision before ${before}.`);
  const rows = revisions.map((revision) => [
    String(revision.number),
    describeCause(revision),
    `${ago(revision.createdAt)} by ${revision.createdBy}${revision.approvedBy.length > 0 ? `, approved by ${revision.approvedBy.join(', ')}` : ''}`,
    revision.changes.map(describeChange).join(', '),
    revision.reason ?? '',
  ]);
  say(table(['', 'what', 'when', 'changes', 'reason'], rows));
  const oldest = revisions.at(-1)?.number ?? 1;
  if (oldest > 1) say(`\nOlder ones: --before ${oldest}`);
}

/** `promote, fixes, rehearsal 7 passed`, `rollback to 11` */
function describeCause({ cause, restores, fixes, rehearsal }: RevisionSummary): string {
  const what = restores === null ? cause + (fixes ? ', fixes' : '') : `${cause} to ${restores}`;
  return rehearsal ? `${what}, ${describeRehearsal(rehearsal)}` : what;
}
