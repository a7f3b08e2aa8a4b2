import type { Whoami } from '@site/release-model/registry-answers';
import { Notice } from '@site/ui';
import { useEnvironment } from '../addresses';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { registryApi } from '../registry/registry.api';
import { releasesApi } from '../registry/releases.api';
import { PromoteForm } from './promote-form';

export default function PromotePage() {
  return <ConsolePage title="Promote">{(person) => <Promote person={person} />}</ConsolePage>;
}

function Promote({ person }: { person: Whoami }) {
  const environment = useEnvironment();
  const remotes = releasesApi.useConsoleRemotesQuery(undefined);
  const current = registryApi.useConsoleCurrentQuery(environment);
  if (!person.verbs.includes('promote'))
    return <Notice title="You may look, and not promote">Ask who manages grants if you should.</Notice>;
  return (
    <Answered answer={remotes} what="the parts">
      {(parts) => (
        <Answered answer={current} what={`what is live in ${environment}`}>
          {(revision) => <PromoteForm key={environment} environment={environment} parts={parts} live={revision?.target.parts ?? {}} />}
        </Answered>
      )}
    </Answered>
  );
}
