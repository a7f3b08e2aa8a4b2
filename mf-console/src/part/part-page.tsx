import { useParams } from '@site/router';
import type { Release } from '@site/release-model/registry-answers';
import { Box, EmptyState, Heading, Stack } from '@site/ui';
import { useEnvironment } from '../addresses';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { AdoptionCurve } from './adoption-curve';
import { ReleaseDifferences } from './release-differences';
import { ReleasesTable } from './releases-table';
import { Shippers } from './shippers';

export default function PartPage() {
  const { name = '' } = useParams();
  return <ConsolePage title={name}>{() => <Part key={name} name={name} />}</ConsolePage>;
}

const SHOWN = 'release';

/** The releases of one part. The one that is looked at is in the address. */
function Part({ name }: { name: string }) {
  const environment = useEnvironment();
  const [parameters] = useSearchParams();
  const releases = registryApi.useConsoleReleasesQuery(name);
  const current = registryApi.useConsoleCurrentQuery(environment);
  return (
    <Answered answer={releases} what={`the releases of ${name}`}>
      {(all) => {
        const shown = all.find(({ version }) => version === parameters.get(SHOWN)) ?? all[0];
        if (!shown) return <EmptyState title={`Nothing was published as ${name}`} />;
        return (
          <Stack gap={{ base: '10', md: '12' }}>
            <AdoptionCurve environment={environment} part={name} />
            <Box as="section" aria-labelledby="releases">
              <Heading as="h2" id="releases" size="xl" mb="4">
                Releases
              </Heading>
              <ReleasesTable environment={environment} releases={all} live={current.data?.target.parts[name]} shown={shown.version} />
            </Box>
            <Shippers environment={environment} part={name} />
            <ReleaseDifferences key={shown.id} release={shown} before={beforeOf(shown, all)} />
          </Stack>
        );
      }}
    </Answered>
  );
}

/** The release that was published before another one. @param all Newest first. */
const beforeOf = (release: Release, all: Release[]): Release | null => all[all.indexOf(release) + 1] ?? null;
