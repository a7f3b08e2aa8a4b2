import type { Whoami } from '@site/release-model/registry-answers';
import { Notice, Stack, Text } from '@site/ui';
import { useEnvironment } from '../addresses';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { releasesApi } from '../registry/releases.api';
import { NewPreview } from './new-preview';
import { PreviewsTable } from './previews-table';

export default function PreviewsPage() {
  return <ConsolePage title="Previews">{(person) => <Previews person={person} />}</ConsolePage>;
}

function Previews({ person }: { person: Whoami }) {
  const environment = useEnvironment();
  const remotes = releasesApi.useConsoleRemotesQuery(undefined);
  const mayMake = person.verbs.some((verb) => verb === 'publish' || verb === 'promote');
  return (
    <Stack gap={{ base: '10', md: '12' }}>
      <Stack gap="6">
        <Text color="fg.muted" maxW="prose">
          A link shows the chosen releases as if they were live, in the browser of whoever opens it, until it expires or is revoked. Nobody
          else sees anything of it.
        </Text>
        <PreviewsTable environment={environment} mayRevoke={mayMake} />
      </Stack>
      {mayMake ? (
        <Answered answer={remotes} what="the parts">
          {(parts) => <NewPreview key={environment} environment={environment} parts={parts.map(({ name }) => name)} />}
        </Answered>
      ) : (
        <Notice title="You may look, and not make previews">Ask who manages grants if you should.</Notice>
      )}
    </Stack>
  );
}
