import type { Whoami } from '@site/release-model/registry-answers';
import { EmptyState, Stack } from '@site/ui';
import { useEnvironment } from '../addresses';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { registryApi } from '../registry/registry.api';
import { EnvironmentsTable } from './environments-table';
import { FreezesSection } from './freezes-section';
import { NewEnvironment } from './new-environment';
import { RulesSection } from './rules-section';

export default function EnvironmentsPage() {
  return <ConsolePage title="Environments">{(person) => <Environments person={person} />}</ConsolePage>;
}

/** All of them, and the rules of the one that is chosen. */
function Environments({ person }: { person: Whoami }) {
  const name = useEnvironment();
  const environments = registryApi.useConsoleEnvironmentsQuery(undefined);
  const mayChange = person.verbs.includes('admin');
  return (
    <Answered answer={environments} what="the environments">
      {(all) => {
        const environment = all.find((one) => one.name === name);
        return (
          <Stack gap={{ base: '10', md: '12' }}>
            <EnvironmentsTable environments={all} mayChange={mayChange} />
            {environment ? (
              <Stack key={name} gap={{ base: '10', md: '12' }} maxW="4xl">
                <FreezesSection environment={environment} mayChange={mayChange} />
                <RulesSection environment={environment} mayChange={mayChange} />
              </Stack>
            ) : (
              <EmptyState title={`There is no environment ${name}`}>Choose another one above.</EmptyState>
            )}
            {mayChange && <NewEnvironment environments={all.map((one) => one.name)} />}
          </Stack>
        );
      }}
    </Answered>
  );
}
