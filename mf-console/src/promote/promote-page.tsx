import type { Remote, Whoami } from '@site/release-model/registry-answers';
import type { Parts } from '@site/release-model/target';
import { Notice } from '@site/ui';
import { useEnvironment } from '../addresses';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { registryApi } from '../registry/registry.api';
import { releasesApi } from '../registry/releases.api';
import { useSearchParams } from '../search-params';
import { PromoteForm } from './promote-form';

export default function PromotePage() {
  const environment = useEnvironment();
  /** Environment whose releases are chosen at first, as a link asks for it. */
  const like = useSearchParams()[0].get('like');
  return (
    <ConsolePage title="Promote">
      {(person) => <Promote key={`${environment} ${like ?? ''}`} environment={environment} like={like} person={person} />}
    </ConsolePage>
  );
}

function Promote({ environment, like, person }: { environment: string; like: string | null; person: Whoami }) {
  const remotes = releasesApi.useConsoleRemotesQuery(undefined);
  const current = registryApi.useConsoleCurrentQuery(environment);
  if (!person.verbs.includes('promote'))
    return <Notice title="You may look, and not promote">Ask who manages grants if you should.</Notice>;
  return (
    <Answered answer={remotes} what="the parts">
      {(parts) => (
        <Answered answer={current} what={`what is live in ${environment}`}>
          {(revision) => {
            const form = { environment, parts, live: revision?.target.parts ?? {} };
            return like === null ? <PromoteForm {...form} wanted={form.live} /> : <PromoteLike {...form} like={like} />;
          }}
        </Answered>
      )}
    </Answered>
  );
}

function PromoteLike({ like, ...form }: { environment: string; parts: Remote[]; live: Parts; like: string }) {
  const another = registryApi.useConsoleCurrentQuery(like);
  return (
    <Answered answer={another} what={`what is live in ${like}`}>
      {(revision) => (
        <>
          {revision === null && <Notice status="warning" mb="5" title={`Nothing is live in ${like}, so nothing is chosen`} />}
          <PromoteForm {...form} wanted={revision?.target.parts ?? form.live} />
        </>
      )}
    </Answered>
  );
}
