/** How far a command has come: said to screen readers as it happens. */
import { useLayoutEffect, useRef } from 'react';
import { describeEndedPlan } from '@site/release-model/ended-plan-text';
import { describeService } from '@site/release-model/edge-service';
import { Box, Flex, Notice, Spinner, Text } from '@site/ui';
import type { Decided, Stage } from './use-act';

/** The button that was pressed goes with what it stood beside. Its focus comes here, so that the next key reaches the dialog and not the page. */
export function ActProgress({ stage }: { stage: Stage }) {
  const progress = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (stage.kind !== 'none' && document.activeElement === document.body) progress.current?.focus({ preventScroll: true });
  }, [stage.kind]);
  return (
    <Box ref={progress} role="status" tabIndex={-1} outline="none">
      {content(stage)}
    </Box>
  );
}

function content(stage: Stage) {
  if (stage.kind === 'asking') return <Waiting>Looking at what would change...</Waiting>;
  if (stage.kind === 'carrying-out') return <Waiting>Carrying it out...</Waiting>;
  if (stage.kind === 'proposed')
    return (
      <Notice status="success" title={`It is proposal ${stage.id}`}>
        Others approve it under Proposals. Nothing has changed yet.
      </Notice>
    );
  return stage.kind === 'decided' ? <Served {...stage} /> : null;
}

/** How far a revision has come that is decided. */
export function Served({ revision, service, isOver }: Omit<Decided, 'kind'>) {
  const served = service ? sentence(describeService(service)) : 'The registry has not said which edges serve it.';
  if (!isOver) return <Waiting>{`Revision ${revision.number} is decided. ${service ? served : 'Asking the edges...'}`}</Waiting>;
  const isEverywhere = service !== null && service.serving.length === service.known.length && service.known.length > 0;
  return (
    <Notice
      status={isEverywhere ? 'success' : 'warning'}
      title={isEverywhere ? `Revision ${revision.number} is live` : `Revision ${revision.number} is decided`}
    >
      {[served, ...(revision.endsPlans ?? []).map((plan) => `It ended ${describeEndedPlan(plan)}.`)].join(' ')}
    </Notice>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function Waiting({ children }: { children: string }) {
  return (
    <Flex align="center" gap="3">
      <Spinner color="accent.solid" aria-hidden />
      <Text textStyle="sm">{children}</Text>
    </Flex>
  );
}
