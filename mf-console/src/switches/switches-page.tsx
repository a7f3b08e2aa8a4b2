import type { ListedEnvironment, Whoami } from '@site/release-model/registry-answers';
import { EmptyState, Stack } from '@site/ui';
import { useEnvironment } from '../addresses';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { registryApi } from '../registry/registry.api';
import { KillSwitches } from './kill-switches';
import { LockSection } from './lock-section';

export default function SwitchesPage() {
  return <ConsolePage title="Locks and switches">{(person) => <Switches person={person} />}</ConsolePage>;
}

function Switches({ person }: { person: Whoami }) {
  const name = useEnvironment();
  const environments = registryApi.useConsoleEnvironmentsQuery(undefined);
  return (
    <Answered answer={environments} what="the environments">
      {(all) => {
        const environment = all.find((one) => one.name === name);
        return environment ? (
          <Sections key={name} environment={environment} person={person} />
        ) : (
          <EmptyState title={`There is no environment ${name}`}>Choose another one above.</EmptyState>
        );
      }}
    </Answered>
  );
}

function Sections({ environment, person }: { environment: ListedEnvironment; person: Whoami }) {
  const mayChange = person.verbs.includes('promote');
  return (
    <Stack gap={{ base: '10', md: '12' }} maxW="4xl">
      <KillSwitches environment={environment.name} mayChange={mayChange} />
      <LockSection environment={environment} mayChange={mayChange} />
    </Stack>
  );
}
