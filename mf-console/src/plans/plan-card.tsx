import type { PlanInJson } from '@site/release-model/plan';
import { percent } from '@site/release-model/changes';
import { Badge, Box, Card, Flex, Stack, Text } from '@site/ui';
import { Moment } from '../display/moment';
import { GuardChart } from './guard-chart';
import { PlanActions, type PlanActionsProps } from './plan-actions';

const PALETTES = {
  scheduled: 'info',
  running: 'accent',
  waiting: 'warning',
  paused: 'warning',
  done: 'success',
  aborted: 'danger',
} as const;

export function PlanCard({ plan, mayAct, ...acting }: PlanActionsProps & { mayAct: boolean }) {
  const { id, releases, state, createdBy, createdAt, reason, note, endedBy, dueAt, startsAt } = plan;
  const isUnderWay = plan.endedAt === null;
  return (
    <Card.Root as="article" size="sm" aria-label={`Plan ${id}`}>
      <Card.Body>
        <Flex gap="3" align="center" wrap="wrap">
          <Card.Title as="h2">{`Plan ${id}`}</Card.Title>
          <Badge colorPalette={PALETTES[state]} role="status">
            {endedBy === null || endedBy === 'person' ? state : `${state} by ${endedBy === 'guard' ? 'the guard' : 'another change'}`}
          </Badge>
        </Flex>
        <Text fontWeight="semibold">
          {Object.entries(releases)
            .map(([name, { version }]) => `${name} ${version}`)
            .join(', ')}
        </Text>
        <Text textStyle="sm" color="fg.muted">
          <Moment at={createdAt} /> {`by ${createdBy}${reason === null ? '' : `: ${reason}`}`}
          {plan.approvedBy.length > 0 && `, approved by ${plan.approvedBy.join(', ')}`}
        </Text>
        <Steps plan={plan} />
        {state === 'scheduled' && (
          <Text textStyle="sm">
            {note === null ? 'It begins ' : 'It was to begin '}
            <Moment at={startsAt} />
          </Text>
        )}
        {state === 'running' && dueAt !== null && (
          <Text textStyle="sm">
            {'The next step is due '}
            <Moment at={dueAt} />
          </Text>
        )}
        {note !== null && <Text textStyle="sm">{note}</Text>}
        {isUnderWay && plan.step > 0 && <GuardChart plan={plan} />}
        {isUnderWay && mayAct && <PlanActions plan={plan} {...acting} />}
      </Card.Body>
    </Card.Root>
  );
}

/** Every step with its share; those that were carried out are filled. */
function Steps({ plan: { steps, step } }: { plan: PlanInJson }) {
  return (
    <Stack as="ol" role="list" direction="row" wrap="wrap" columnGap="1" rowGap="2" listStyleType="none" ps="0" aria-label="Steps">
      {steps.map(({ basisPoints, minutes }, index) => {
        const isDone = index < step;
        return (
          <Box as="li" key={basisPoints} flex="1" minW="min-content" {...(index === step - 1 && { 'aria-current': 'step' as const })}>
            <Box h="2" borderRadius="full" bg={isDone ? 'accent.solid' : 'bg.muted'} forcedColorAdjust="none" aria-hidden="true" />
            <Text textStyle="xs" mt="1" color={isDone ? 'fg' : 'fg.muted'}>
              {percent(basisPoints)}
              {index < steps.length - 1 && (
                <Text as="span" display="block">
                  {minutes === null ? 'until continued' : `${minutes} min`}
                </Text>
              )}
            </Text>
          </Box>
        );
      })}
    </Stack>
  );
}
