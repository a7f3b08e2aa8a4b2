import { releaseNameSchema } from '@site/contracts/release';
import type { Whoami } from '@site/release-model/registry-answers';
import { useParams } from '@site/router';
import { Box, EmptyState, Heading, Stack } from '@site/ui';
import { useEnvironment } from '../addresses';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
import { registryApi } from '../registry/registry.api';
import { RELEASES_PAGE, releasesApi } from '../registry/releases.api';
import { useSearchParams } from '../search-params';
import { AdoptionCurve } from './adoption-curve';
import { Candidate } from './candidate';
import { ReleaseDifferences } from './release-differences';
import { ReleasesTable, SHOWN } from './releases-table';
import { Shippers } from './shippers';

export default function PartPage() {
  const { name = '' } = useParams();
  const isName = releaseNameSchema.safeParse(name).success;
  return (
    <ConsolePage title={name}>
      {(person) =>
        isName ? (
          <Part key={name} name={name} person={person} />
        ) : (
          <EmptyState title={`There is no part ${name}`}>The overview has all of them.</EmptyState>
        )
      }
    </ConsolePage>
  );
}

/** The releases of one part. The one that is looked at, and the place in the list, are in the address. */
function Part({ name, person }: { name: string; person: Whoami }) {
  const environment = useEnvironment();
  const [parameters] = useSearchParams();
  const before = parameters.get('before') ?? undefined;
  const releases = releasesApi.useConsoleReleasesQuery({ name, before });
  const current = registryApi.useConsoleCurrentQuery(environment);
  const live = current.data?.target.parts ?? {};
  const shown = parameters.get(SHOWN) ?? releases.data?.[0]?.version;
  return (
    <Stack gap={{ base: '10', md: '12' }}>
      <AdoptionCurve environment={environment} part={name} />
      <Box as="section" aria-labelledby="releases">
        <Heading as="h2" id="releases" size="xl" mb="4">
          Releases
        </Heading>
        <Candidate environment={environment} name={name} parts={live} person={person} />
        <AnsweredList
          answer={releases}
          what={`the releases of ${name}`}
          empty={
            <EmptyState title={before === undefined ? `Nothing was published as ${name}` : `Nothing was published before ${before}`} />
          }
          paging={{ size: RELEASES_PAGE, placeAfter: ({ version }) => version }}
        >
          {(page) => <ReleasesTable environment={environment} releases={page} live={live[name]} shown={shown} />}
        </AnsweredList>
      </Box>
      {shown !== undefined && <ReleaseDifferences key={shown} name={name} version={shown} />}
      <Shippers environment={environment} part={name} />
    </Stack>
  );
}
