import { useState } from 'react';
import type { PlanInJson } from '@site/release-model/plan';
import type { PlanAct } from '@site/release-model/registry-requests';
import { Box, Button, Flex, Text } from '@site/ui';
import { FailureNotice } from '../display/failure-notice';
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

/** To abort takes a second press: it takes back what the plan shows. */
export function PlanActions({ plan: { id, environment, state, releases } }: { plan: PlanInJson }) {
  const [change, { error, isLoading }] = registryApi.useConsoleChangePlanMutation();
  const [isAborting, setIsAborting] = useState(false);

  async function act(name: PlanAct) {
    if (isLoading) return;
    if (name === 'abort' && !isAborting) return setIsAborting(true);
    setIsAborting(false);
    await change({ environment, id, act: name });
  }

  return (
    <Box>
      {error && <FailureNotice failure={error} title="It is refused" />}
      {isAborting && (
        <Text role="status" textStyle="sm" mb="2">
          {`Everybody gets back what was live of ${Object.keys(releases).join(', ')} before. Press once more.`}
        </Text>
      )}
      <Flex gap="2" wrap="wrap">
        {ACTS[state].map((name) => (
          <Button
            key={name}
            size="sm"
            variant={name === 'abort' && isAborting ? 'solid' : 'outline'}
            colorPalette={name === 'abort' ? 'danger' : 'accent'}
            aria-disabled={isLoading}
            onClick={() => void act(name)}
          >
            {name === 'abort' && isAborting ? `Abort plan ${id}` : WORDS[name]}
          </Button>
        ))}
        {isAborting && (
          <Button size="sm" variant="ghost" colorPalette="neutral" onClick={() => setIsAborting(false)}>
            Keep it
          </Button>
        )}
      </Flex>
    </Box>
  );
}
