import type { PlanInJson } from '@site/release-model/plan';
import type { Whoami } from '@site/release-model/registry-answers';
import { ButtonLink, EmptyState, Stack, TextLink } from '@site/ui';
import { ALL_PARAMETER, consoleAddress, useEnvironment } from '../addresses';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
import { KeptCards } from '../listing/kept-cards';
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
  const empty = (
    <EmptyState
      title={showsAll ? 'There was no plan yet' : 'No plan is under way'}
      action={<ButtonLink to={consoleAddress('promote', environment)}>Promote by a plan</ButtonLink>}
    />
  );
  const cards = (rows: PlanInJson[]) => (
    <KeptCards rows={rows} address={`${showsAll} ${before}`} empty={empty}>
      {(plan, isListed) => <PlanCard plan={plan} mayAct={person.verbs.includes('promote')} isListed={isListed} />}
    </KeptCards>
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
