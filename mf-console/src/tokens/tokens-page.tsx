import type { Whoami } from '@site/release-model/registry-answers';
import { Notice, Stack } from '@site/ui';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { registryApi } from '../registry/registry.api';
import { NewToken } from './new-token';
import { TokensTable } from './tokens-table';

export default function TokensPage() {
  return (
    <ConsolePage title="Tokens" hasEnvironment={false}>
      {(person) => <Tokens person={person} />}
    </ConsolePage>
  );
}

function Tokens({ person }: { person: Whoami }) {
  const mayManage = person.verbs.includes('admin');
  const tokens = registryApi.useConsoleTokensQuery(undefined, { skip: !mayManage });
  if (!mayManage) return <Notice title="You do not manage tokens">Ask somebody who does for one of your team.</Notice>;
  return (
    <Stack gap={{ base: '10', md: '12' }}>
      <NewToken />
      <Answered answer={tokens} what="the tokens">
        {(all) => <TokensTable tokens={all} />}
      </Answered>
    </Stack>
  );
}
