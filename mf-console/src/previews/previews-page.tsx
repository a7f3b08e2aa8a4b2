import type { Whoami } from '@site/release-model/registry-answers';
import { Notice } from '@site/ui';
import { useEnvironment } from '../addresses';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { registryApi } from '../registry/registry.api';
import { PreviewForm } from './preview-form';

export default function PreviewsPage() {
  return <ConsolePage title="Previews">{(person) => <Previews person={person} />}</ConsolePage>;
}

function Previews({ person }: { person: Whoami }) {
  const environment = useEnvironment();
  const remotes = registryApi.useConsoleRemotesQuery(undefined);
  if (!person.verbs.some((verb) => verb === 'publish' || verb === 'promote'))
    return <Notice title="You may look, and not make previews">Ask who manages grants if you should.</Notice>;
  return (
    <Answered answer={remotes} what="the parts">
      {(parts) => <PreviewForm key={environment} environment={environment} parts={parts.map(({ name }) => name)} />}
    </Answered>
  );
}
