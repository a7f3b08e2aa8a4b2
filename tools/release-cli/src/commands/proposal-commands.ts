/** Proposals: changes that others approve before they are carried out. */
import { describeChange } from '@site/release-model/change-text';
import { describeEndedPlan } from '@site/release-model/ended-plan-text';
import type { ProposalInJson, ProposalState } from '@site/release-model/proposal';
import { type Command, Option } from 'commander';
import type { ProposalRequest } from '@site/release-model/registry-requests';
import { type CommonOptions, type ConnectionOptions, pasteable, repeated, tokenFor, type WaitOptions } from '../context';
import { countsOf, describeServed, untilNumberServed } from '../edges';
import { common, connected, positiveInteger, waiting } from '../options';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { describeChanges } from '../releases';
import { ago, say, table } from '../terminal';

const STATES = ['open', 'carried-out', 'rejected', 'withdrawn', 'stale', 'expired'];

export function register(program: Command): void {
  common(program.command('proposals'))
    .description('list what waits for approval')
    .addOption(new Option('--state <state>', 'what became of them').choices(STATES).default('open'))
    .action(listProposalsCommand);
  const reviewing = (name: string) =>
    connected(program.command(name).argument('<id>', 'number of the proposal', positiveInteger)).option('--reason <text>', 'why');
  waiting(reviewing('approve'))
    .description('approve what somebody proposed; the last approval carries it out')
    .option('--force', 'break a freeze or links, or do without a rehearsal; the token must also manage tokens')
    .action(approveCommand);
  reviewing('reject').description('reject what somebody proposed').action(rejectCommand);
  reviewing('withdraw').description('withdraw what you proposed').action(withdrawCommand);
}

async function listProposalsCommand({ state, ...options }: CommonOptions & { state: string }): Promise<void> {
  const proposals = await createRegistryClient({ ...options, token: await tokenFor('view', options) }).proposals(state);
  if (options.json) return say(JSON.stringify({ proposals }));
  if (proposals.length === 0) return say(`There is no proposal that is ${state}.`);
  const rows = proposals.map((proposal) => [
    String(proposal.id),
    [proposal.changes.map(describeChange).join(', ') || proposal.command.kind, ...endsOf(proposal)].join('; '),
    `${proposal.approvals.length} of ${proposal.approvalsNeeded}`,
    `${proposal.proposedBy}, ${ago(proposal.proposedAt)}`,
    proposal.reason,
  ]);
  say(table(['id', 'change', 'approved', 'by', 'reason'], rows));
}

/** Nothing of one that came to nothing. */
const ENDS: Partial<Record<ProposalState, string>> = { open: 'ends', 'carried-out': 'ended' };

const endsOf = ({ state, endsPlans }: ProposalInJson): string[] =>
  ENDS[state] === undefined ? [] : endsPlans.map(({ id }) => `${ENDS[state]} plan ${id}`);

interface ReviewOptions extends ConnectionOptions {
  reason?: string;
}

interface ApproveOptions extends ReviewOptions, WaitOptions {
  force?: boolean;
}

/** With the last approval it ends when edges serve what was carried out, as a change does that nobody has to approve. */
async function approveCommand(id: number, { reason, force, wait, timeout, ...options }: ApproveOptions): Promise<void> {
  const token = await tokenFor('promote', options);
  const proposal = await createRegistryClient({ ...options, token }).approve(id, { reason, force });
  const { environment, revision } = proposal;
  if (!wait || revision === null) return show(proposal, options);
  if (!options.json) show(proposal, options);
  const service = await untilNumberServed(createRegistryClient({ ...options, token, environment }), revision, timeout * 1000);
  if (options.json) return say(JSON.stringify({ ...proposal, edges: countsOf(service) }));
  say(`\n${describeServed(revision, service)}.`);
}

async function rejectCommand(id: number, { reason, ...options }: ReviewOptions): Promise<void> {
  show(await (await clientOf(options)).reject(id, reason), options);
}

async function withdrawCommand(id: number, { reason, ...options }: ReviewOptions): Promise<void> {
  show(await (await clientOf(options)).withdraw(id, reason), options);
}

/** Proposes a command or a plan in place of carrying it out. */
export async function propose(client: RegistryClient, request: ProposalRequest, options: CommonOptions): Promise<void> {
  show(await client.propose(request), options);
}

/** Of a command that was refused: what does not belong to the one that proposes it. */
const NOT_PROPOSED: ReadonlySet<string> = new Set(['--dry-run', '--force']);

/** The command that proposes what these arguments were refused. */
export function proposalOf(args: readonly string[]): string {
  const hasReason = args.some((arg) => arg === '--reason' || arg.startsWith('--reason='));
  const kept = args.filter((arg) => !NOT_PROPOSED.has(arg));
  return repeated(kept, ...(hasReason ? [] : ['--reason', "'why'"]), '--propose');
}

function show(proposal: ProposalInJson, options: ConnectionOptions): void {
  if (options.json) return say(JSON.stringify(proposal));
  const { id, state, environment, revision, plan, approvals, approvalsNeeded, changes, endsPlans } = proposal;
  const effect = (verb: string) =>
    [describeChanges(changes), ...endsPlans.map((ended) => `${verb} ${describeEndedPlan(ended)}.`)].join('\n');
  if (state === 'carried-out') {
    const became = plan ? `plan ${plan.id}` : `revision ${revision}`;
    return say(`${effect('It ended')}\n\nProposal ${id} is carried out: ${became} of ${environment}.`);
  }
  if (state !== 'open') return say(`Proposal ${id} is ${state}.`);
  const missing = approvalsNeeded - approvals.length;
  say(`${effect('This ends')}\n\nProposal ${id} waits for ${missing} ${missing === 1 ? 'approval' : 'approvals'}.`);
  say(`Approve: ${pasteable(`approve ${id}`, options)}`);
}

const clientOf = async (options: ConnectionOptions) => createRegistryClient({ ...options, token: await tokenFor('promote', options) });
