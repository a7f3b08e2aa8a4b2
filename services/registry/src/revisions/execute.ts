/** The one way to change what is live in an environment. */
import type { KeyObject } from 'node:crypto';
import type { Params } from '@site/contracts/params';
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Database, Db } from '@site/platform/database';
import type { AppError } from '@site/platform/errors';
import { type Command, partsOf } from '@site/release-model/commands';
import { decide, type Decision, neededReleases, neededRevisions, type State } from '@site/release-model/decide';
import { describeEndedPlan } from '@site/release-model/ended-plan-text';
import { endedPlans, type PartsChange } from '@site/release-model/ended-plans';
import { prospectOf } from '@site/release-model/prospects';
import type { DecidedRevision, Revision } from '@site/release-model/revision';
import type { Rules } from '@site/release-model/rules';
import { DEFAULT_POLICY, type Parts } from '@site/release-model/target';
import { recordAudit } from '../audit/audit.repository';
import { heldByLock } from '../environments/lock';
import { assertPermitted, type Purpose } from '../environments/assert-permitted';
import { environmentNotFound, findRules, holdEnvironment, holdEnvironments, type Lock } from '../environments/environment.repository';
import { registryError, translated } from '../errors';
import { noteDryRun } from '../releases/prospects.repository';
import { assertNotCollected } from '../releases/assert-not-collected';
import type { Descriptors } from '../releases/descriptors';
import { findCollected, findYanked, recordReleaseEvent } from '../releases/release.repository';
import { EVERYTHING } from '../people/scope';
import { assertRehearsed, rehearsalFor } from '../rehearsals/assert-rehearsed';
import { assertCovers, assertCoversIn } from '../tokens/authorize';
import type { Actor } from '../tokens/principal';
import { holdUnfinished, listUnfinished } from '../unfinished-plans';
import { endOvertaken } from './end-overtaken';
import { rowOf } from './revision-row';
import {
  appendRevision,
  findCurrent,
  findCurrentNumber,
  findLive,
  findRevision,
  listAfter,
  rememberTarget,
  type RevisionRow,
  summaryOf,
} from './revision.repository';
import { RevisionLogs } from './revision-logs';
import { subjectOf } from './subject';

/** How many links that were broken on purpose the audit names. */
const NAMED_LINKS = 20;

/** Channel of `Database.notify`; the payload is `{"environment","number"}`. */
export const REVISION_CHANNEL = 'registry_revision';

export interface CommandRequest {
  environment: string;
  /** Number of the revision that the caller has seen, 0 if there was none; null if the command does not depend on it. */
  expectedRevision: number | null;
  command: Command;
  reason: string | null;
  /** Default `carry-out`. */
  purpose?: Purpose;
  /** Of what is tried and is to begin later: when. Freezes are judged by it. */
  begins?: Date | undefined;
  /** Of what is tried: is told of a lock and of a freeze, which end by themselves and then do not refuse it. */
  onPassing?: (refusal: AppError) => void;
  /** Names of those who have approved it. */
  approvedBy?: readonly string[];
  /** Goes against a freeze, breaks links, and does without a rehearsal. Whoever sets it has seen that the person may ({@link assertMayForce}). */
  isForced?: boolean;
  /** The plan that the command belongs to. */
  plan?: NonNullable<Revision['plan']>;
}

/**
 * @throws AppError of any code of a {@link Refusal}, `forbidden`, `environment-locked`, `environment-frozen`, `approval-needed`,
 * `reason-needed`, `rehearsal-needed`, `revision-conflict`, or what a gate throws.
 */
export interface Execute {
  (actor: Actor, request: CommandRequest): Promise<DecidedRevision>;
  /** What has to hold before, and is looked at outside of any transaction: a store that is slow to answer holds nobody up. */
  prepare(actor: Actor, command: Command): Promise<void>;
  /** The same in a transaction of the caller, who has called `prepare` before it. */
  within(tx: Db, actor: Actor, request: CommandRequest): Promise<DecidedRevision>;
}

export interface ExecuteOptions {
  database: Database;
  descriptors: Descriptors;
  signingKey: KeyObject;
  /** Parameters of the first target. */
  params: () => Params;
  now: () => Date;
  /** @throws AppError if edges could not read a release that is to become live. */
  assertReadable: (release: ReleaseDescriptor) => Promise<void>;
  /** Hears of a revision as soon as it is committed; those of a caller's transaction come by {@link REVISION_CHANNEL} alone. */
  onCommitted?: (environment: string, number: number) => void;
}

/** A command that nothing refuses, and what it comes to. */
interface Judged {
  /** Number of the revision before it; null if there is none. */
  from: number | null;
  decision: Omit<Decision, 'brokenLinks'>;
  row: RevisionRow;
  change: PartsChange;
  brokenLinks: Decision['brokenLinks'];
  /** Whether it broke a freeze or links, or did without a rehearsal. */
  isForcedThrough: boolean;
}

export function createExecute(options: ExecuteOptions): Execute {
  const { database, descriptors, signingKey, params, now, assertReadable, onCommitted } = options;
  const logs = new RevisionLogs();

  async function readState(tx: Db, environment: string, target: State['target'], command: Command): Promise<State> {
    const [yanked, gone] = [await findYanked(tx), await findCollected(tx)];
    const state = {
      environment,
      target,
      log: await logs.read(tx, environment),
      defaults: { params: params(), policy: DEFAULT_POLICY },
      isYanked: (id: string) => yanked.has(id),
      isCollected: (id: string) => gone.has(id),
    };
    const earlier = new Map<number, Parts>();
    for (const number of neededRevisions(state, command))
      earlier.set(number, (await findRevision(tx, environment, number))?.target.parts ?? {});
    const read = await descriptors.load(tx, neededReleases(state, command));
    return { ...state, read, partsIn: (number) => earlier.get(number) ?? {} };
  }

  /** @returns null if another revision is live than the caller has seen. */
  async function carryOut(tx: Db, actor: Actor, request: CommandRequest): Promise<DecidedRevision | null> {
    const judged = await judge(tx, actor, request);
    if (!judged) return null;
    return isTry(request) ? tryOut(tx, request, judged) : append(tx, actor, request, judged);
  }

  /** Decides on a command, and holds it against everything that can refuse it. @returns null as {@link carryOut} does. */
  async function judge(tx: Db, actor: Actor, request: CommandRequest): Promise<Judged | null> {
    const { environment, expectedRevision, command, reason, plan, approvedBy = [], isForced = false } = request;
    const isProposed = request.purpose === 'propose';
    const onPassing = request.onPassing ?? (isProposed ? ignore : refuse);
    const locks =
      'release' in command
        ? await holdEverywhere(tx, actor, request, command)
        : new Map([[environment, await holdEnvironment(tx, environment)]]);
    for (const [name, lock] of locks) {
      const locked = heldByLock(lock, command, name === environment ? 'this environment' : `the environment ${name}`);
      if (locked) onPassing(locked);
    }
    const createdAt = now();
    const { rules } = await findRules(tx, environment);
    const isFreezeBroken = assertByRules(rules, actor, { ...request, onPassing }, createdAt);
    const current = await findCurrent(tx, environment);
    if (expectedRevision !== null && expectedRevision !== (current?.number ?? 0)) return null;

    const live = current?.target.parts ?? {};
    const rehearsal = await rehearsalFor(tx, environment, command, live);
    const isUnrehearsed = !isProposed && assertRehearsed(rules, rehearsal, live, { environment, command, isForced });
    const state = await readState(tx, environment, current?.target ?? null, command);
    const { brokenLinks, ...decision } = decide(state, command, { name: actor.name, at: createdAt, breaksLinks: isForced || isProposed });
    assertCovers(actor, changedParts(decision, command));

    const row = {
      ...rowOf(decision, signingKey),
      createdBy: actor.name,
      createdAt,
      reason,
      approvedBy: [...approvedBy],
      planId: plan?.id ?? null,
      planStep: plan?.step ?? null,
      rehearsal,
    };
    const change = { before: live, after: decision.target.parts, planId: row.planId };
    const isForcedThrough = isFreezeBroken || isUnrehearsed || brokenLinks.length > 0;
    return { from: current?.number ?? null, decision, row, change, brokenLinks, isForcedThrough };
  }

  async function tryOut(tx: Db, { environment }: CommandRequest, { decision, row, change }: Judged): Promise<DecidedRevision> {
    const endsPlans = endedPlans(await listUnfinished(tx, environment), change);
    const prospect = prospectOf(change.before, change.after);
    if (Object.keys(prospect).length > 0) await noteDryRun(database, environment, prospect, tx);
    return { ...summaryOf(row), target: decision.target, endsPlans };
  }

  async function append(tx: Db, actor: Actor, request: CommandRequest, judged: Judged): Promise<DecidedRevision | null> {
    const { environment, command, reason, plan, approvedBy = [] } = request;
    const { from, decision, row, change, brokenLinks, isForcedThrough } = judged;
    const found = endedPlans(await listUnfinished(tx, environment), change);
    const overtaken = await holdUnfinished(
      tx,
      found.map(({ id }) => id),
    );
    const endsPlans = endedPlans(overtaken, change);
    if (!(await appendRevision(tx, row))) return null;
    rememberTarget(row.hash, { envelope: row.envelope, target: decision.target });
    if ('release' in command) {
      const kind = command.kind === 'yank' ? 'yanked' : 'restored';
      await recordReleaseEvent(tx, { releaseId: command.release.id, kind, actor: actor.name, reason });
    }
    await recordAudit(tx, {
      actor: actor.name,
      action: decision.cause,
      environment,
      subject: subjectOf(command, decision.changes),
      fromRevision: from,
      toRevision: row.number,
      reason,
      details: {
        changes: decision.changes,
        ...(plan && { plan }),
        ...(approvedBy.length > 0 && { approvedBy }),
        ...(isForcedThrough && { forced: true }),
        ...(row.rehearsal && { rehearsal: row.rehearsal }),
        ...(brokenLinks.length > 0 && { brokenLinks: brokenLinks.slice(0, NAMED_LINKS) }),
        ...(endsPlans.length > 0 && { endsPlans, message: `It ended ${endsPlans.map(describeEndedPlan).join('; ')}.` }),
      },
    });
    await endOvertaken(tx, overtaken, decision.target.parts, row.createdAt);
    await database.notify(REVISION_CHANNEL, JSON.stringify({ environment, number: row.number }), tx);
    return { ...summaryOf(row), target: decision.target, endsPlans };
  }

  async function prepare(actor: Actor, command: Command): Promise<void> {
    assertCovers(actor, namedParts(command));
    if ('releases' in command) await assertNotCollected(database.db, command.releases);
    for (const release of await releasesToShow(database.db, descriptors, command)) await assertReadable(release);
  }

  const conflictOf = (db: Db, { environment, expectedRevision }: CommandRequest) => conflict(db, environment, expectedRevision ?? 0);

  async function execute(actor: Actor, request: CommandRequest): Promise<DecidedRevision> {
    await prepare(actor, request.command);
    const revision = await database.transaction((tx) => carryOut(tx, actor, request)).catch(translate);
    if (!revision) throw await conflictOf(database.db, request);
    if (!isTry(request)) onCommitted?.(request.environment, revision.number);
    return revision;
  }

  async function within(tx: Db, actor: Actor, request: CommandRequest): Promise<DecidedRevision> {
    const revision = await carryOut(tx, actor, request).catch(translate);
    if (revision) return revision;
    throw await conflictOf(tx, request);
  }

  return Object.assign(execute, { prepare, within });
}

/**
 * What is yanked or restored is so everywhere: nothing becomes live in any environment meanwhile, whoever does it may promote the part in all of
 * them, and what is yanked is live in none.
 * @returns The locks of the environments, by name.
 * @throws AppError `forbidden` or `release-live`.
 */
async function holdEverywhere(
  tx: Db,
  actor: Actor,
  { environment }: CommandRequest,
  { kind, release: { name, version, id } }: Extract<Command, { release: unknown }>,
): Promise<Map<string, Lock | null>> {
  const locks = await holdEnvironments(tx);
  if (!locks.has(environment)) throw await environmentNotFound(tx, environment);
  assertCoversIn(actor, [...locks.keys()], name);
  if (kind === 'restore') return locks;
  for (const other of locks.keys()) {
    if (other === environment) continue;
    const part = (await findLive(tx, other))[name];
    if (part?.stable.id !== id && part?.candidate?.release.id !== id) continue;
    throw registryError('release-live', {
      message: `${name}@${version} is live in the environment ${other}. Roll back or promote another one there first.`,
      details: { name, version, environment: other },
    });
  }
  return locks;
}

function refuse(refusal: AppError): never {
  throw refusal;
}
const ignore = () => undefined;

const isTry = ({ purpose = 'carry-out' }: CommandRequest): boolean => purpose !== 'carry-out';

/** @returns Whether a freeze was broken. */
function assertByRules(
  rules: Rules,
  actor: Actor,
  request: CommandRequest & Required<Pick<CommandRequest, 'onPassing'>>,
  at: Date,
): boolean {
  const { approvedBy = [], isForced = false, purpose = 'carry-out', begins = at, onPassing } = request;
  const isProgram = actor.isProgram === true;
  return assertPermitted(rules, { ...request, approvedBy, isForced, purpose, isProgram, onFreeze: onPassing }, begins);
}

async function releasesToShow(db: Db, descriptors: Descriptors, command: Command): Promise<ReleaseDescriptor[]> {
  if (!('releases' in command)) return [];
  const ids = Object.values(command.releases).map(({ id }) => id);
  return ids.map(await descriptors.load(db, ids));
}

/** Parts that the caller must be allowed to change, as far as the command says. */
export function namedParts(command: Command): readonly string[] {
  switch (command.kind) {
    case 'rollback':
      return [];
    case 'yank':
    case 'restore':
      return [command.release.name];
    case 'params':
    case 'policy':
    case 'epoch':
      return [EVERYTHING];
    default:
      return partsOf(command);
  }
}

/** Parts that a command turned out to change. */
const changedParts = ({ changes }: Pick<Decision, 'changes'>, { kind }: Command): string[] =>
  kind === 'params' ? [] : changes.map(({ name }) => name);

function translate(error: unknown): never {
  throw translated(error);
}

/** The refusal of whoever has seen an earlier revision: it says what changed since. */
export async function conflict(db: Db, environment: string, expected: number): Promise<Error> {
  const since = await listAfter(db, environment, expected);
  const current = await findCurrentNumber(db, environment);
  return registryError('revision-conflict', { details: { expected, current, since } });
}
