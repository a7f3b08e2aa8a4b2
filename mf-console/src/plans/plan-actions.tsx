import { useState } from 'react';
import { percent } from '@site/release-model/changes';
import type { PlanInJson, Step } from '@site/release-model/plan';
import type { PlanAct } from '@site/release-model/registry-requests';
import { Button, Flex, Stack } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { FailureNotice } from '../display/failure-notice';
import type { Failure } from '../registry/failure';
import { registryApi } from '../registry/registry.api';

const WORDS: Record<PlanAct, string> = { pause: 'Pause', resume: 'Resume', continue: 'Continue', abort: 'Abort' };

const TO_EVERYBODY = 'Make it live for everybody';

/** What can be done in a state. */
const ACTS: Record<PlanInJson['state'], PlanAct[]> = {
  scheduled: ['pause', 'abort'],
  running: ['pause', 'abort'],
  waiting: ['continue', 'pause', 'abort'],
  paused: ['resume', 'abort'],
  done: [],
  aborted: [],
};

interface PlanActionsProps {
  plan: PlanInJson;
  /** Told that its last step is on its way. */
  onLastStep: () => void;
}

/** To abort takes a second press: it takes back what the plan shows. So does the step to everybody. */
export function PlanActions({ plan: { id, environment, state, step, steps, releases }, onLastStep }: PlanActionsProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [change, { isLoading }] = registryApi.useConsoleChangePlanMutation();
  const [abort] = registryApi.useConsoleChangePlanMutation();
  const { data: environments } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const next = steps[step];
  const isLastStep = step + 1 === steps.length;
  const requiresReason = environments?.find(({ name }) => name === environment)?.rules.rules.requireReason === true;
  async function act(name: PlanAct) {
    if (isLoading) return {};
    const { error } = await change({ environment, id, act: name, ...(name === 'continue' && { step }) });
    setFailure(error ?? null);
    if (!error && name === 'continue' && isLastStep) onLastStep();
    return { error };
  }
  return (
    <Stack gap="3">
      {failure && <FailureNotice failure={failure} />}
      {/* Keeps its height when the plan ends: what stands below does not move under a pointer. */}
      <Flex gap="2" wrap="wrap" minH="9">
        {ACTS[state].map((name) =>
          name === 'abort' ? (
            <ConfirmButton
              key={name}
              title={`Abort plan ${id}`}
              meaning={
                step === 0
                  ? 'It does not begin, and what is live stays as it is.'
                  : `Everybody gets the stable release of ${Object.keys(releases).join(', ')}, and of whatever is shown together with it, with the next page that they load.`
              }
              done={`Plan ${id} is aborted.`}
              asksWhy={requiresReason && step > 0 ? true : 'optional'}
              act={(reason) => abort({ environment, id, act: name, ...(reason !== '' && { reason }) })}
            >
              {WORDS[name]}
            </ConfirmButton>
          ) : name === 'continue' && isLastStep ? (
            <ConfirmButton
              key={name}
              title={`${TO_EVERYBODY}: plan ${id}`}
              colorPalette="accent"
              meaning={`Every visitor gets ${describe(releases)} with the next page that they load. It is the last step of the plan.`}
              done={`Plan ${id} is continued.`}
              act={() => act(name)}
            >
              {TO_EVERYBODY}
            </ConfirmButton>
          ) : (
            <Button
              key={name}
              size="sm"
              variant="outline"
              aria-label={name === 'continue' && next ? `${continueTo(next)}: plan ${id}` : `${WORDS[name]} plan ${id}`}
              aria-disabled={isLoading}
              onClick={() => void act(name)}
            >
              {name === 'continue' && next ? continueTo(next) : WORDS[name]}
            </Button>
          ),
        )}
      </Flex>
    </Stack>
  );
}

const continueTo = ({ basisPoints }: Step): string => `Continue to ${percent(basisPoints)}`;

const describe = (releases: PlanInJson['releases']): string =>
  Object.entries(releases)
    .map(([name, { version }]) => `${name} ${version}`)
    .join(', ');
