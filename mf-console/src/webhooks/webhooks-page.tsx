import type { Whoami } from '@site/release-model/registry-answers';
import { EmptyState, Notice, Stack } from '@site/ui';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
import { webhooksApi } from '../registry/webhooks.api';
import { NewWebhook } from './new-webhook';
import { WebhooksTable } from './webhooks-table';

export default function WebhooksPage() {
  return (
    <ConsolePage title="Webhooks" hasEnvironment={false}>
      {(person) => <Webhooks person={person} />}
    </ConsolePage>
  );
}

function Webhooks({ person }: { person: Whoami }) {
  const mayManage = person.verbs.includes('admin');
  const webhooks = webhooksApi.useConsoleWebhooksQuery(undefined, { skip: !mayManage });
  if (!mayManage) return <Notice title="You do not manage webhooks">Who manages tokens of all parts does.</Notice>;
  return (
    <Stack gap={{ base: '10', md: '12' }}>
      <AnsweredList
        answer={webhooks}
        what="the webhooks"
        empty={<EmptyState title="Nobody is told what happens yet">A webhook tells a chat, a dashboard or a pipeline.</EmptyState>}
      >
        {(all) => <WebhooksTable webhooks={all} />}
      </AnsweredList>
      <NewWebhook />
    </Stack>
  );
}
