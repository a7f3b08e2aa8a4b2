import { Box, Heading, SimpleGrid, Stack } from '@site/ui';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { registryApi } from '../registry/registry.api';
import { Differences } from './differences';
import { EnvironmentCard } from './environment-card';
import { PartsMatrix } from './parts-matrix';
import { WaitingWork } from './waiting-work';

export default function OverviewPage() {
  return <ConsolePage title="Overview">{() => <Overview />}</ConsolePage>;
}

function Overview() {
  const environments = registryApi.useConsoleEnvironmentsQuery(undefined);
  return (
    <Answered answer={environments} what="the environments">
      {(all) => (
        <Stack gap={{ base: '10', md: '12' }}>
          <SimpleGrid columns={{ base: 1, md: Math.min(all.length, 3) }} gap="5">
            {all.map((environment) => (
              <EnvironmentCard key={environment.name} environment={environment} />
            ))}
          </SimpleGrid>
          <WaitingWork environments={all.map(({ name }) => name)} />
          <Box as="section" aria-labelledby="parts">
            <Heading as="h2" id="parts" size="xl" mb="4">
              Parts
            </Heading>
            <PartsMatrix environments={all.map(({ name }) => name)} />
          </Box>
          {all.length > 1 && <Differences environments={all.map(({ name }) => name)} />}
        </Stack>
      )}
    </Answered>
  );
}
