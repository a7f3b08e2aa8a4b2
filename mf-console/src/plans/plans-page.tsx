import type { ReactNode } from 'react';
import type { PlanInJson } from '@site/release-model/plan';
import type { Whoami } from '@site/release-model/registry-answers';
import { ButtonLink, EmptyState, Stack, TextLink } from '@site/ui';
import { ALL_PARAMETER, consoleAddress, useEnvironment } from '../addresses';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
import { useKept } from '../listing/use-kept';
import { PLANS_PAGE, registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { PlanCard } from './plan-card';

export default function PlansPage() {
  const environment = useEnvironment();
  return <ConsolePage title="Plans">{(person) => <Plans key={environment} environment={environment} person={person} />}</ConsolePage>;
}

function Plans({ environment, person }: { environment: string; person: Whoami }) {
  const [parameters] = useSearchParams();
  const showsAll = parameters.has(ALL_PARAMETER);
  const before = Number(parameters.get('before')) || undefined;
  const plans = registryApi.useConsolePlansQuery({ environment, unfinished: !showsAll, before });
  const cards = (rows: PlanInJson[]) => (
    <Cards rows={rows} address={`${showsAll} ${before}`} mayAct={person.verbs.includes('promote')}>
      <EmptyState
        title={showsAll ? 'There was no plan yet' : 'No plan is under way'}
        action={<ButtonLink to={consoleAddress('promote', environment)}>Promote by a plan</ButtonLink>}
      />
    </Cards>
  );
  return (
    <Stack gap="5" maxW="4xl">
      <TextLink
        to={showsAll ? consoleAddress('plans', environment) : consoleAddress('plans', environment, { [ALL_PARAMETER]: '' })}
        alignSelf="flex-start"
      >
        {showsAll ? 'Show only those under way' : 'Show those that ended, too'}
      </TextLink>
      <AnsweredList answer={plans} what="the plans" paging={{ size: PLANS_PAGE, placeAfter: ({ id }) => String(id) }} empty={cards(NONE)}>
        {cards}
      </AnsweredList>
    </Stack>
  );
}

const NONE: PlanInJson[] = [];

interface CardsProps {
  rows: PlanInJson[];
  address: string;
  mayAct: boolean;
  /** Stands in the place of cards where there are none. */
  children: ReactNode;
}

function Cards({ rows, address, mayAct, children }: CardsProps) {
  const kept = useKept(rows, address);
  if (kept.length === 0) return children;
  return (
    <Stack as="ul" role="list" listStyleType="none" ps="0" gap="5">
      {kept.map((plan) => (
        <li key={plan.id}>
          <PlanCard plan={plan} mayAct={mayAct} isListed={rows.some(({ id }) => id === plan.id)} />
        </li>
      ))}
    </Stack>
  );
}
