import type { Whoami } from '@site/release-model/registry-answers';
import { EmptyState, Notice, Stack } from '@site/ui';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
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
      <AnsweredList
        answer={tokens}
        what="the tokens"
        empty={<EmptyState title="There is no token yet">A pipeline of a team needs one, people sign in as themselves.</EmptyState>}
      >
        {(all) => <TokensTable tokens={all} />}
      </AnsweredList>
      <NewToken />
    </Stack>
  );
}
