/** What a command makes of what is live. Pure: whoever calls loads what it needs before, and writes what comes out. */
import { SHELL_NAME } from '@site/contracts/release';
import { canonicalJson } from './canonical-json';
import { type Change, changesBetween } from './changes';
import { releaseCommand } from './command-text';
import { type Command, type CommandOf, partsOf } from './commands';
import { fallbacksInQuestion, withFallbacks } from './fallback';
import { assertNoneBroken, type BrokenLink, brokenLinks } from './links';
import { Refusal } from './refusal';
import type { ReleaseRef } from './release-id';
import type { Cause } from './revision';
import type { LogEntry, RevisionLog } from './revision-log';
import { assertFitTogether, type ReadDescriptor } from './solver';
import { type Part, type Parts, releasesOf, type Target, targetHash } from './target';

/** Everything about an environment that a decision depends on. */
export interface State {
  environment: string;
  /** The target of the last revision; null before the first. */
  target: Target | null;
  log: RevisionLog;
  /** Parameters and policy of the first target. */
  defaults: Pick<Target, 'params' | 'policy'>;
  /** Whether a release must not become live any more. */
  isYanked: (id: string) => boolean;
  /** Whether the files of a release are not kept any more. */
  isCollected: (id: string) => boolean;
  /** Finds releases by name and id, for those that only the log names. */
  read: ReadDescriptor;
  /** Parts of an earlier revision. */
  partsIn: (number: number) => Parts;
}

/** What of it is known before it is known what a command needs. */
type Known = Omit<State, 'read' | 'partsIn'>;

export interface Author {
  name: string;
  at: Date;
  /** Whether links that it breaks do not hold the command back. */
  breaksLinks?: boolean;
}

export interface Decision {
  target: Target;
  cause: Cause;
  restores: number | null;
  fixes: boolean;
  changes: Change[];
  /** Links that are whole now and would not be any more. Empty unless the author breaks links. */
  brokenLinks: BrokenLink[];
}

/** For how long a rollback of one person is not undone by that of another who did not see it. */
const JUST_MS = 10 * 60_000;

/** What makes other releases live together than before. */
const RECOMBINING: ReadonlySet<Cause> = new Set(['promote', 'canary', 'end-canary', 'rollback', 'retire']);

/** What may take addresses off the site. A rollback and an end of a canary may too, and go before whatever links there. */
const REMOVING: ReadonlySet<Cause> = new Set(['promote', 'canary', 'retire']);

/** @throws Refusal if the command is not carried out. */
export function decide(state: State, command: Command, author: Author): Decision {
  const { target: before, environment, defaults } = state;
  const mayBeFirst = command.kind === 'promote' || command.kind === 'rollback';
  if (before === null && !mayBeFirst) throw new Refusal('shell-missing', 'Nothing is live yet: promote a shell first.');
  const outcome = outcomeOf(state, command, author);
  const parts = outcome.parts ?? before?.parts ?? {};
  if (RECOMBINING.has(command.kind)) assertFitTogether(parts, state.read);
  const broken = before !== null && REMOVING.has(command.kind) ? brokenLinks(before.parts, parts, state.read) : [];
  if (author.breaksLinks !== true) assertNoneBroken(broken);
  const fixes = command.kind === 'promote' && command.fixes;
  const restores = outcome.restores ?? null;
  const left = state.log.leftBy({ cause: command.kind, restores, fixes, ...idsOf(parts) });
  const isYanked = yankedAfter(command, state.isYanked);
  const isBad = (id: string) => left.has(id) || isYanked(id) || state.isCollected(id);
  const opensEpoch = command.kind === 'epoch' && before !== null;
  const target: Target = {
    schema: 1,
    environment,
    epoch: opensEpoch ? before.epoch + 1 : (before?.epoch ?? 1),
    number: (before?.number ?? 0) + 1,
    previousHash: before === null || opensEpoch ? null : targetHash(before),
    params: outcome.params ?? before?.params ?? defaults.params,
    policy: outcome.policy ?? before?.policy ?? defaults.policy,
    parts: withFallbacks(parts, state.log, isBad, state.read),
  };
  const isRecorded = opensEpoch || command.kind === 'yank' || command.kind === 'restore';
  const changes = [...changesBetween(before, target), ...yankChanges(command)];
  // What people do not read of it can differ all the same, such as a fallback.
  const isSame = changes.length === 0 && before !== null && sameContents(before, target);
  if (isSame && !isRecorded) throw new Refusal('nothing-changes', 'All of this is live already.');
  return { target, cause: command.kind, restores, fixes, changes, brokenLinks: broken };
}

/** Ids of all releases that {@link decide} may read for a command. */
export function neededReleases(known: Known, command: Command): string[] {
  const { target, log, isYanked, isCollected } = known;
  const parts = target?.parts ?? {};
  const named = 'releases' in command ? Object.values(command.releases).map(({ id }) => id) : [];
  const entry = restoredBy(known, command);
  const stable = entry?.stable ?? {};
  const left = log.leftBy({ cause: command.kind, restores: entry?.number ?? null, fixes: false, stable, candidates: {} });
  const names = new Set([...Object.keys(parts), ...partsOf(command), ...Object.keys(stable)]);
  const isYankedThen = yankedAfter(command, isYanked);
  const earlier = [...names].flatMap((name) => fallbacksInQuestion(log, name, (id) => left.has(id) || isYankedThen(id) || isCollected(id)));
  const heldBack = command.kind === 'rollback' && !entry ? Object.values(yankedBefore(known)?.stable ?? {}) : [];
  return [...new Set([...releasesOf(parts).map(({ id }) => id), ...named, ...Object.values(stable), ...earlier, ...heldBack])];
}

/** Numbers of all earlier revisions whose parts {@link decide} may read for a command: where what a rollback brings back was live last. */
export function neededRevisions(known: Known, command: Command): number[] {
  const gone = Object.keys(restoredBy(known, command)?.stable ?? {}).filter((name) => !known.target?.parts[name]);
  return [...new Set(gone.flatMap((name) => known.log.lastWith(name) ?? []))];
}

function restoredBy({ log, isYanked, isCollected }: Known, command: Command): LogEntry | null {
  if (command.kind !== 'rollback') return null;
  return command.to === undefined ? log.rollbackTarget((id) => !isYanked(id) && !isCollected(id)) : log.find(command.to);
}

interface Outcome {
  parts?: Parts;
  params?: Target['params'];
  policy?: Target['policy'];
  restores?: number | null;
}

function outcomeOf(state: State, command: Command, author: Author): Outcome {
  const parts = state.target?.parts ?? {};
  switch (command.kind) {
    case 'promote':
      return { parts: promoted(parts, usable(state, command.releases)) };
    case 'canary':
      return { parts: withCandidates(parts, { ...command, releases: usable(state, command.releases) }, state.log) };
    case 'end-canary':
      return { parts: withoutCandidates(parts, command.parts) };
    case 'rollback':
      return restored(state, command, author);
    case 'disable':
      return { parts: eachOf(parts, command.parts, (part) => ({ ...part, disabled: { message: command.message } })) };
    case 'enable':
      return { parts: eachOf(parts, command.parts, (part) => ({ ...part, disabled: null })) };
    case 'retire':
      return { parts: without(parts, command.parts) };
    case 'yank':
      return yankedNow(state, command.release);
    case 'restore':
      return restoredNow(state, command.release);
    case 'params':
      return { params: command.params };
    case 'policy':
      return { policy: command.policy };
    case 'epoch':
      return {};
  }
}

type Releases = Record<string, ReleaseRef>;

function usable(state: State, releases: Releases): Releases {
  for (const [name, release] of Object.entries(releases)) assertUsable(state, name, release);
  return releases;
}

/** @throws Refusal if the release was yanked or collected. */
function assertUsable({ isYanked, isCollected }: State, name: string, { id, version }: ReleaseRef): void {
  if (isYanked(id)) throw yanked(name, version);
  if (isCollected(id)) throw collected(name, version);
}

const yanked = (name: string, version: string) =>
  new Refusal('release-yanked', `${name}@${version} was yanked and is not made live.`, { name, version });

/** What whoever asks for a release without files is told. */
export const collected = (name: string, version: string) =>
  new Refusal(
    'release-collected',
    `${name}@${version} was collected: its files are not kept any more. Publish the same again to have it back.`,
    {
      ...{ name, version },
    },
  );

const newPart = (stable: ReleaseRef): Part => ({ stable, candidate: null, fallback: null, disabled: null });

/** The parts with releases for everybody in their places. Whether a part is switched off stays as it is. */
export function promoted(parts: Parts, releases: Releases): Parts {
  const changed = Object.entries(releases).map(([name, stable]) => [name, { ...newPart(stable), disabled: parts[name]?.disabled ?? null }]);
  return { ...parts, ...(Object.fromEntries(changed) as Parts) };
}

function withCandidates(parts: Parts, { releases, basisPoints }: Omit<CommandOf<'canary'>, 'kind'>, log: RevisionLog): Parts {
  const names = Object.keys(releases);
  assertLive(parts, names);
  const kept = names.flatMap((name) => {
    const candidate = parts[name]?.candidate;
    return candidate && candidate.release.id === releases[name]?.id ? [candidate.cohort] : [];
  });
  const [only, ...others] = new Set(kept);
  const cohort = only !== undefined && others.length === 0 ? only : `revision-${(log.last?.number ?? 0) + 1}`;
  const after = eachOf(parts, names, (part, name) => ({
    ...part,
    candidate: { release: releases[name] ?? part.stable, basisPoints, cohort },
  }));
  assertNoneStable(after, names);
  assertUndivided(after, cohort, basisPoints);
  return after;
}

/** A share of the visitors gets a candidate in the place of what everybody else gets. */
function assertLive(parts: Parts, names: readonly string[]): void {
  const name = names.find((one) => !parts[one]);
  if (name === undefined) return;
  const why = `${name} is not live yet, so no share of the visitors can be held against it.`;
  throw new Refusal('part-not-live', `${why} Promote it for everybody first, or look at it with a preview.`, { name });
}

/** A set is shown as it is named, or not at all. */
function assertNoneStable(parts: Parts, names: readonly string[]): void {
  const releases = Object.entries(parts).flatMap(([name, { stable, candidate }]) =>
    candidate?.release.id === stable.id ? [`${name}@${stable.version}`] : [],
  );
  if (releases.length === 0) return;
  const list = releases.sort().join(', ');
  if (releases.length === names.length) throw new Refusal('nothing-changes', `Everybody gets ${list} already.`);
  throw new Refusal('release-stable', `Everybody gets ${list} already: name the others alone.`, { releases });
}

/** All candidates of a cohort have its share: who is in it gets all of them. */
function assertUndivided(parts: Parts, cohort: string, basisPoints: number): void {
  const others = Object.keys(parts).filter((name) => {
    const candidate = parts[name]?.candidate;
    return candidate?.cohort === cohort && candidate.basisPoints !== basisPoints;
  });
  if (others.length === 0) return;
  const list = others.sort().join(', ');
  throw new Refusal('cohort-divided', `The same visitors get the candidate of ${list}: name it as well, or end its canary.`, {
    parts: others,
  });
}

function withoutCandidates(parts: Parts, names: readonly string[]): Parts {
  return eachOf(parts, names, (part, name) => {
    if (!part.candidate) throw new Refusal('candidate-not-live', `There is no candidate of ${name}.`, { name });
    return { ...part, candidate: null };
  });
}

function restored(state: State, command: CommandOf<'rollback'>, author: Author): Outcome {
  const { log, read } = state;
  const last = lastRecombination(log);
  const isJust = last?.cause === 'rollback' && author.at.getTime() - last.createdAt.getTime() < JUST_MS;
  if (last && isJust && last.createdBy !== author.name && command.to === undefined && !command.again) {
    throw new Refusal('just-rolled-back', `${last.createdBy} has just rolled back, with revision ${last.number}.`, {
      number: last.number,
      createdBy: last.createdBy,
      createdAt: last.createdAt.toISOString(),
      restores: last.restores,
    });
  }
  const entry = restoredEntry(state, command);
  const parts = Object.entries(entry.stable).map(([name, id]): [string, Part] => {
    const { version } = read(id);
    assertUsable(state, name, { id, version });
    return [name, { ...newPart({ version, id }), disabled: lastOf(state, name)?.disabled ?? null }];
  });
  return { parts: Object.fromEntries(parts), restores: entry.number };
}

/** A part as it is live, or was live last. */
function lastOf({ target, log, partsIn }: State, name: string): Part | undefined {
  const number = log.lastWith(name);
  return target?.parts[name] ?? (number === null ? undefined : partsIn(number)[name]);
}

/** The newest revision that is not about something else, such as parameters. */
function lastRecombination(log: RevisionLog): LogEntry | null {
  let entry = log.last;
  while (entry && !RECOMBINING.has(entry.cause)) entry = log.find(entry.number - 1);
  return entry;
}

function restoredEntry(state: State, command: CommandOf<'rollback'>): LogEntry {
  const found = restoredBy(state, command);
  if (found) return found;
  if (command.to === undefined) throw new Refusal('nothing-to-roll-back', whyNothing(state));
  throw new Refusal('revision-not-found', `There is no revision ${command.to}.`, { number: command.to });
}

/** Why there is nothing to return to, with the next step. */
function whyNothing(state: State): string {
  const { environment, log, isYanked, read } = state;
  const heldBack = yankedBefore(state);
  if (heldBack) {
    const yanked = Object.values(heldBack.stable).filter(isYanked).map(read);
    const names = yanked.map(({ name, version }) => `${name}@${version}`).sort();
    const commands = names.map((name) => releaseCommand(`restore ${name}`, environment));
    const [were, them] = names.length === 1 ? ['was', 'it'] : ['were', 'them'];
    const why = `${names.join(', ')} of revision ${heldBack.number} ${were} yanked`;
    return `No earlier revision can be returned to: ${why}. Restore ${them}: ${commands.join(' && ')}`;
  }
  const next = `Promote another version, or switch a part off: ${releaseCommand('disable PART --message TEXT', environment)}`;
  return `There is no earlier revision to return to.${log.last ? ` ${next}` : ''}`;
}

/** The revision that a rollback would return to if no release were yanked. */
const yankedBefore = ({ log, isCollected }: Known): LogEntry | null => log.rollbackTarget((id) => !isCollected(id));

function without(parts: Parts, names: readonly string[]): Parts {
  if (names.includes(SHELL_NAME)) throw new Refusal('shell-missing', 'The shell cannot be taken off the site.');
  const known = eachOf(parts, names, (part) => part);
  return Object.fromEntries(Object.entries(known).filter(([name]) => !names.includes(name)));
}

/** No part is another one then, but for what it falls back to. */
function yankedNow({ target, isYanked }: State, { name, version, id }: CommandOf<'yank'>['release']): Outcome {
  const part = target?.parts[name];
  if (part?.stable.id === id || part?.candidate?.release.id === id) {
    throw new Refusal('release-live', `${name}@${version} is live. Roll back or promote another one first.`, { name, version });
  }
  if (isYanked(id)) throw new Refusal('nothing-changes', `${name}@${version} was yanked already.`);
  return {};
}

/** The same: what may be a fallback again follows from the rest. */
function restoredNow({ isYanked }: State, { name, version, id }: CommandOf<'restore'>['release']): Outcome {
  if (!isYanked(id)) throw new Refusal('nothing-changes', `${name}@${version} is not yanked.`);
  return {};
}

/** What no target shows: which release of a part is yanked, or is not any more. */
function yankChanges(command: Command): Change[] {
  if (command.kind !== 'yank' && command.kind !== 'restore') return [];
  const { name, version } = command.release;
  const [from, to] = command.kind === 'yank' ? [null, version] : [version, null];
  return [{ name, field: 'yanked', from, to }];
}

/** Which releases are yanked once the command is carried out. */
const yankedAfter =
  (command: Command, isYanked: State['isYanked']): State['isYanked'] =>
  (id) =>
    (command.kind === 'yank' || command.kind === 'restore') && command.release.id === id ? command.kind === 'yank' : isYanked(id);

/** The parts with those of the names changed. */
function eachOf(parts: Parts, names: readonly string[], change: (part: Part, name: string) => Part): Parts {
  const changed = names.map((name): [string, Part] => {
    const part = parts[name];
    if (!part) throw new Refusal('part-not-live', `${name} is not live.`, { name });
    return [name, change(part, name)];
  });
  return { ...parts, ...Object.fromEntries(changed) };
}

/** What is live, as the log remembers it. */
export function idsOf(parts: Parts): Pick<LogEntry, 'stable' | 'candidates'> {
  const entries = Object.entries(parts);
  return {
    stable: Object.fromEntries(entries.map(([name, { stable }]) => [name, stable.id])),
    candidates: Object.fromEntries(entries.flatMap(([name, { candidate }]) => (candidate ? [[name, candidate.release.id]] : []))),
  };
}

const sameContents = (one: Target, other: Target): boolean =>
  canonicalJson([one.parts, one.params, one.policy]) === canonicalJson([other.parts, other.params, other.policy]);
