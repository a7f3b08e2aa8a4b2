import { useState } from 'react';
import { messageStatusSchema, type DeskMessage, type MessageStatus } from '@site/contracts/api/desk';
import { EmptyState, notify, Stack } from '@site/ui';
import { deskApi, DESK_PAGE } from '../desk/desk.api';
import { DeskPage } from '../frame/desk-page';
import { AnsweredList } from '../listing/answered-list';
import { FilterForm } from '../listing/filter-form';
import { useSearchParams } from '../search-params';
import { AnswerDialog } from './answer-dialog';
import { MessageCard } from './message-card';
import { STATUSES } from './statuses';

export default function MessagesPage() {
  return (
    <DeskPage title="Messages">
      <Messages />
    </DeskPage>
  );
}

function Messages() {
  const [parameters] = useSearchParams();
  const asked = messageStatusSchema.safeParse(parameters.get('status'));
  const status: MessageStatus | undefined = asked.success ? asked.data : undefined;
  const messages = deskApi.useDeskMessagesQuery({ status, before: parameters.get('before') ?? undefined });
  const [answering, setAnswering] = useState<DeskMessage | null>(null);

  function tellWhereItIs({ name, status: now }: DeskMessage) {
    if (status === undefined || status === now) return;
    notify({ kind: 'success', message: `The message of ${name} has left this list. Its state: ${STATUSES[now]}.` });
  }

  return (
    <Stack gap="6">
      <FilterForm fields={[{ name: 'status', label: 'State', kind: 'choice', options: [['', 'All'], ...Object.entries(STATUSES)] }]} />
      <AnsweredList
        answer={messages}
        what="the messages"
        empty={
          <EmptyState title={status === undefined ? 'Nobody has written yet' : 'There is no such message'}>
            What visitors write through the site arrives here.
          </EmptyState>
        }
        paging={{ size: DESK_PAGE, placeAfter: ({ id }) => String(id) }}
      >
        {(shown) => (
          <Stack as="ul" role="list" aria-label="Messages, newest first" listStyleType="none" ps="0" gap="4">
            {shown.map((message) => (
              <MessageCard key={message.id} message={message} onAnswer={() => setAnswering(message)} onSaved={tellWhereItIs} />
            ))}
          </Stack>
        )}
      </AnsweredList>
      {answering && <Answering message={answering} listed={messages.data} onClose={() => setAnswering(null)} />}
    </Stack>
  );
}

/** Beside the list, which may leave the message out at any time: a colleague has taken it, and what was typed stays. */
function Answering({ message, listed, onClose }: { message: DeskMessage; listed: DeskMessage[] | undefined; onClose: () => void }) {
  const inList = listed?.find(({ id }) => id === message.id);
  const { data } = deskApi.useDeskMessagesQuery({ before: String(message.id + 1) }, { skip: inList !== undefined });
  const newest = inList ?? data?.find(({ id }) => id === message.id) ?? message;
  return <AnswerDialog message={newest} onClose={onClose} />;
}
