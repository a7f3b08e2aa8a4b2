/** The life of a command: what it would change, whether that still holds, and how far it has come to be so. */
import { useEffect, useRef, useState } from 'react';
import type { PlanProspect } from '@site/release-model/registry-answers';
import type { CommandRequest, ProposedPlanRequest } from '@site/release-model/registry-requests';
import type { AnsweredRevision, Revision } from '@site/release-model/revision';
import { registryApi } from '../registry/registry.api';
import { codeOf, type Failure, isRefusal } from '../registry/failure';
import { type Seen, watchEdges } from './watch-edges';

export type Stage =
  { kind: 'none' } | { kind: 'asking' } | Refused | Shown | { kind: 'carrying-out' } | Decided | { kind: 'proposed'; id: number };

interface Refused {
  kind: 'refused';
  failure: Failure;
  /** Whether it was to change something, and not only looked at. */
  isAct: boolean;
}

/** Whether what was asked for may have been done: no answer came. */
export const isInDoubt = (stage: Stage): boolean => stage.kind === 'refused' && stage.isAct && !isRefusal(stage.failure);

/** Decided, and served by the edges that were seen to. */
export interface Decided extends Seen {
  kind: 'decided';
  revision: Pick<AnsweredRevision, 'number' | 'endsPlans'>;
}

interface Shown {
  kind: 'shown';
  command: CommandRequest;
  /** What the command would make, decided on the revision `basis`. Null where it leads a plan that begins later and is refused as things are now. */
  would: AnsweredRevision | null;
  /** Of a plan: what would be refused now, and is judged again when it is due. */
  refusals: PlanProspect['refusals'];
  basis: number;
  /** Whether others have to approve it. */
  isProposed: boolean;
}

type Prospect = Pick<Shown, 'refusals'> & { revision: AnsweredRevision | null };

export interface ActState {
  stage: Stage;
  /** Number of the revision that is live now where that is another one than what is shown was decided on, else null. */
  overtakenBy: Revision | null;
  isBusy: boolean;
  /** Asks what the command would change, or the plan that leads to it. */
  look: (command: CommandRequest, plan?: ProposedPlanRequest) => Promise<void>;
  /** Carries out what is shown. */
  carryOut: (reason: string) => Promise<void>;
  /** Asks others to approve what is shown, or a plan that leads to it. */
  propose: (reason: string, plan?: ProposedPlanRequest) => Promise<void>;
  reset: () => void;
}

export function useAct(environment: string): ActState {
  const [stage, setStage] = useState<Stage>({ kind: 'none' });
  const { data: current, refetch } = registryApi.useConsoleCurrentQuery(environment);
  const [askForDryRun] = registryApi.useConsoleDryRunMutation();
  const [askForPlanDryRun] = registryApi.useConsoleTryPlanMutation();
  const [askForRevision] = registryApi.useConsoleCarryOutMutation();
  const [askForProposal] = registryApi.useConsoleProposeMutation();
  const watching = useRef<AbortController | null>(null);
  /** Counts what was asked, and what has taken it back: an answer that comes after something else has changed is about nothing any more. */
  const turn = useRef(0);
  useEffect(() => () => watching.current?.abort(), []);

  async function look(command: CommandRequest, plan?: ProposedPlanRequest) {
    const own = (turn.current += 1);
    setStage({ kind: 'asking' });
    // What this browser knows may be old where it is told nothing at the moment.
    const isOld = isInDoubt(stage) || (stage.kind === 'refused' && codeOf(stage.failure) === 'revision-conflict');
    const live = current === undefined || isOld ? await refetch() : { data: current };
    if (turn.current !== own) return;
    if (live.data === undefined) return setStage({ kind: 'refused', failure: live.error ?? {}, isAct: false });
    const basis = live.data?.number ?? 0;
    const ask = async (isProposed: boolean): Promise<{ data?: Prospect | undefined; error?: Failure | undefined }> => {
      if (plan) return askForPlanDryRun({ environment, plan: { ...plan, expectedRevision: basis }, isProposed });
      const { data, error } = await askForDryRun({ environment, command, options: { expectedRevision: basis }, isProposed });
      return data ? { data: { revision: data, refusals: [] } } : { error };
    };
    let { data, error } = await ask(false);
    const isProposed = error !== undefined && codeOf(error) === 'approval-needed';
    if (isProposed) ({ data, error } = await ask(true));
    if (turn.current !== own) return;
    if (!data) return setStage({ kind: 'refused', failure: error ?? {}, isAct: false });
    setStage({ kind: 'shown', command, would: data.revision, refusals: data.refusals, basis, isProposed });
  }

  async function carryOut(reason: string) {
    if (stage.kind !== 'shown') return;
    const { command, basis } = stage;
    setStage({ kind: 'carrying-out' });
    const options = { expectedRevision: basis, ...(reason !== '' && { reason }) };
    const { data, error } = await askForRevision({ environment, command, options });
    if (!data) return setStage({ kind: 'refused', failure: error ?? {}, isAct: true });
    setStage({ kind: 'decided', revision: data, service: null, isOver: false });
    await watch(data);
  }

  async function watch(revision: AnsweredRevision) {
    const watcher = new AbortController();
    watching.current?.abort();
    watching.current = watcher;
    await watchEdges(environment, revision, (seen) => setStage({ kind: 'decided', revision, ...seen }), watcher.signal);
  }

  async function propose(reason: string, plan?: ProposedPlanRequest) {
    if (stage.kind !== 'shown') return;
    const { command, basis } = stage;
    const proposed = plan ? { plan } : { command };
    setStage({ kind: 'carrying-out' });
    const { data, error } = await askForProposal({ environment, proposal: { ...proposed, expectedRevision: basis, reason } });
    setStage(data ? { kind: 'proposed', id: data.id } : { kind: 'refused', failure: error ?? {}, isAct: true });
  }

  const isOvertaken = stage.kind === 'shown' && current !== undefined && (current?.number ?? 0) !== stage.basis;
  return {
    stage,
    overtakenBy: isOvertaken ? current : null,
    isBusy: stage.kind === 'asking' || stage.kind === 'carrying-out',
    look,
    carryOut,
    propose,
    reset: () => {
      turn.current += 1;
      watching.current?.abort();
      setStage({ kind: 'none' });
    },
  };
}
