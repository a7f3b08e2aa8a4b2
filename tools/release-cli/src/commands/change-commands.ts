/** The commands that change what is live. */
import type { Revision } from '@site/release-model/revision';
import type { Policy } from '@site/release-model/target';
import { type ChangeOptions, pasteable, tokenFor } from '../context';
import { describeService, untilServed } from '../edges';
import { EXIT, Failure } from '../failure';
import { type CommandRequest, createRegistryClient, type RegistryClient } from '../registry-client';
import { describeChanges, parseRelease, parseReleases } from '../releases';
import { confirm, say } from '../terminal';
import { abortPlans, makePlan, type PlanOptions } from './plan-commands';

export interface PromoteOptions extends ChangeOptions, PlanOptions {
  /** Share of the visitors, in basis points. */
  canary?: number;
  fixes?: boolean;
}

/** Makes releases live, for everybody, for a share of the visitors, or by a plan. */
export function promoteCommand(texts: string[], { canary, fixes, plan, at, guard, again, ...options }: PromoteOptions): Promise<void> {
  const releases = parseReleases(texts);
  if (plan !== undefined || at !== undefined) {
    if (canary !== undefined || fixes) throw new Failure('A plan goes without --canary and --fixes.', EXIT.usage);
    return makePlan(releases, { plan, at, guard, again }, options);
  }
  if (guard !== undefined || again) throw new Failure('--guard, --no-guard and --again go with --plan or --at.', EXIT.usage);
  if (canary !== undefined && fixes) throw new Failure('--fixes goes with a promotion for everybody, not with --canary.', EXIT.usage);
  if (canary !== undefined) return change({ kind: 'canary', releases, basisPoints: canary }, options);
  return change({ kind: 'promote', releases, ...(fixes && { fixes }) }, options);
}

/** Makes an earlier revision live again. Which one it is without a number, the registry decides. */
export const rollbackCommand = ({ to, again, ...options }: ChangeOptions & { to?: number; again?: boolean }): Promise<void> =>
  change({ kind: 'rollback', ...(to !== undefined && { to }), ...(again && { again }) }, options);

/** Takes candidates back. Those of a plan go with their plan. */
export async function abortCommand(parts: string[], options: ChangeOptions): Promise<void> {
  const others = await abortPlans(parts, options);
  if (others.length > 0) await change({ kind: 'end-canary', parts: others }, options);
}

export const disableCommand = (parts: string[], { message, ...options }: ChangeOptions & { message: string }): Promise<void> =>
  change({ kind: 'disable', parts, message }, options);

export const enableCommand = (parts: string[], options: ChangeOptions): Promise<void> => change({ kind: 'enable', parts }, options);

export const retireCommand = (parts: string[], options: ChangeOptions): Promise<void> => change({ kind: 'retire', parts }, options);

export const policyCommand = ({ openTabs, ...options }: ChangeOptions & { openTabs: Policy['openTabs'] }): Promise<void> =>
  change({ kind: 'policy', policy: { openTabs } }, options);

export const epochCommand = (options: ChangeOptions): Promise<void> => change({ kind: 'epoch' }, options);

/** Keeps a release from becoming live any more. What is live stays, but for a fallback. */
export async function yankCommand(text: string, options: ChangeOptions): Promise<void> {
  await change({ kind: 'yank', release: parseRelease(text) }, options);
}

async function change(request: CommandRequest, options: ChangeOptions): Promise<void> {
  const token = await tokenFor('promote', options);
  const client = createRegistryClient({ ...options, token });
  const before = (await client.current())?.number ?? 0;
  const command = { expectedRevision: before, reason: options.reason };
  const planned = await client.dryRun(request, command).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'nothing-changes') return null;
    throw error;
  });
  if (planned === null) return sayNothingChanges(before, options);
  if (options.dryRun) return showPlan(planned, options);
  const question = `${describeChanges(planned.changes)}\nMake this live?`;
  if (!(await confirm(question, options.yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
  await showChange(client, await client.execute(request, command), undoOf(request, before), options);
}

function sayNothingChanges(revision: number, { json }: ChangeOptions): void {
  if (json) return say(JSON.stringify({ revision, changes: [] }));
  say(`All of this is live already, in revision ${revision}.`);
}

function showPlan({ number, changes }: Revision, { json }: ChangeOptions): void {
  if (json) return say(JSON.stringify({ revision: number, changes, dryRun: true }));
  say(`${describeChanges(changes)}\n\nThis would be revision ${number}. Nothing was changed.`);
}

/** The command that takes a change back; null if there is none. */
function undoOf(request: CommandRequest, before: number): string | null {
  if (request.kind === 'disable') return `enable ${request.parts.join(' ')}`;
  const isReturned = ['promote', 'canary', 'rollback', 'retire'].includes(request.kind);
  return isReturned && before > 0 ? `rollback --to ${before}` : null;
}

/** Says what is live now, where, and how to undo it. */
async function showChange(client: RegistryClient, revision: Revision, inverse: string | null, options: ChangeOptions): Promise<void> {
  const { number, changes } = revision;
  if (!options.json) say(describeChanges(changes));
  const undo = inverse === null ? '' : `\nUndo: ${pasteable(inverse, options)}`;
  if (!options.wait) {
    if (options.json) return say(JSON.stringify({ revision: number, changes }));
    return say(`\nRevision ${number} is decided.${undo}`);
  }
  const service = await untilServed(client, revision, options.timeout * 1000);
  const edges = { serving: service.serving.length, known: service.known.length };
  if (options.json) return say(JSON.stringify({ revision: number, changes, edges }));
  const isLive = edges.known > 0 ? `is live: ${describeService(service)}` : `is decided; ${describeService(service)}`;
  say(`\nRevision ${number} ${isLive}.${undo}`);
}
