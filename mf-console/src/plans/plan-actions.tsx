import type { PlanInJson } from '@site/release-model/plan';
import type { PlanAct } from '@site/release-model/registry-requests';
import { Button, Flex, Stack } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { FailureNotice } from '../display/failure-notice';
import type { RefusedItem } from '../display/refusal-of-gone';
import type { Failure } from '../registry/failure';
import { registryApi } from '../registry/registry.api';

const WORDS: Record<PlanAct, string> = { pause: 'Pause', resume: 'Resume', continue: 'Continue', abort: 'Abort' };

/** What can be done in a state. */
const ACTS: Record<PlanInJson['state'], PlanAct[]> = {
  scheduled: ['pause', 'abort'],
  running: ['pause', 'abort'],
  waiting: ['continue', 'pause', 'abort'],
  paused: ['resume', 'abort'],
  done: [],
  aborted: [],
};

export interface PlanActionsProps {
  plan: PlanInJson;
  /** Of the last act on this plan. */
  failure: Failure | null;
  /** Told why it was refused, or null. The card may be gone: a plan that has ended leaves the list. */
  onActed: (refused: RefusedItem | null) => void;
}

/** To abort takes a second press: it takes back what the plan shows. */
export function PlanActions({ plan: { id, environment, state, step, releases }, failure, onActed }: PlanActionsProps) {
  const [change, { isLoading }] = registryApi.useConsoleChangePlanMutation();
  const [abort] = registryApi.useConsoleChangePlanMutation();
  const { data: environments } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const requiresReason = environments?.find(({ name }) => name === environment)?.rules.rules.requireReason === true;
  async function act(name: PlanAct) {
    if (isLoading) return;
    const { error } = await change({ environment, id, act: name, ...(name === 'continue' && { step }) });
    onActed(error ? { id, failure: error } : null);
  }
  return (
    <Stack gap="3">
      {failure && <FailureNotice failure={failure} />}
      <Flex gap="2" wrap="wrap">
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
          ) : (
            <Button
              key={name}
              size="sm"
              variant="outline"
              aria-label={`${WORDS[name]} plan ${id}`}
              aria-disabled={isLoading}
              onClick={() => void act(name)}
            >
              {WORDS[name]}
            </Button>
          ),
        )}
      </Flex>
    </Stack>
  );
}
