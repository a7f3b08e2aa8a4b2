import { useState } from 'react';
import type { PlanInJson } from '@site/release-model/plan';
import { percent } from '@site/release-model/changes';
import { Badge, Box, Card, Flex, Stack, Text } from '@site/ui';
import { CarriedOut } from '../acting/carried-out';
import { Moment } from '../display/moment';
import { registryApi } from '../registry/registry.api';
import { GuardChart } from './guard-chart';
import { PlanActions } from './plan-actions';

const PALETTES = {
  scheduled: 'info',
  running: 'accent',
  waiting: 'warning',
  paused: 'warning',
  done: 'success',
  aborted: 'danger',
} as const;

interface PlanCardProps {
  /** As the list has it, or had it last. */
  plan: PlanInJson;
  /** Whether the list has it still. */
  isListed: boolean;
  mayAct: boolean;
}

/** A plan that ends while it is looked at says so in its place. */
export function PlanCard({ plan: listed, isListed, mayAct }: PlanCardProps) {
  const [wasUnderWay] = useState(listed.endedAt === null);
  const [hasLastStep, setHasLastStep] = useState(false);
  const gone = registryApi.useConsolePlanQuery({ environment: listed.environment, id: listed.id }, { skip: isListed });
  const plan = isListed ? listed : (gone.data ?? listed);
  const { id, releases, state, createdBy, createdAt, reason, note, endedBy, dueAt, startsAt } = plan;
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
        {wasUnderWay && plan.step > 0 && <GuardChart plan={plan} />}
        {wasUnderWay && mayAct && <PlanActions plan={plan} onLastStep={() => setHasLastStep(true)} />}
        <Box role="status">{hasLastStep && state === 'done' && <Done plan={plan} />}</Box>
      </Card.Body>
    </Card.Root>
  );
}

/** Its last step was taken here. */
function Done({ plan: { environment, id, steps } }: { plan: PlanInJson }) {
  const { data } = registryApi.useConsoleRevisionsQuery({ environment });
  const revision = data?.find(({ plan }) => plan?.id === id && plan.step === steps.length);
  return (
    <>
      <Text mb="2">{`Plan ${id} is done${revision ? ` with revision ${revision.number}` : ''}.`}</Text>
      {revision && <CarriedOut environment={environment} revision={{ number: revision.number, endsPlans: [] }} />}
    </>
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
