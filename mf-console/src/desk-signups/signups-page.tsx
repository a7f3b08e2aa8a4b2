import type { WaitingSignup } from '@site/contracts/api/desk-members';
import type { ColumnDef } from '@tanstack/react-table';
import { Badge, EmptyState, Stack, Text } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { deskApi, DESK_PAGE } from '../desk/desk.api';
import { Moment } from '../display/moment';
import { DeskPage } from '../frame/desk-page';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { useSearchParams } from '../search-params';

export default function SignupsPage() {
  return (
    <DeskPage title="Sign-ups">
      <Signups />
    </DeskPage>
  );
}

const COLUMNS: ColumnDef<WaitingSignup>[] = [
  {
    header: 'Who',
    id: 'who',
    cell: ({ row: { original } }) => (
      <>
        <Text fontWeight="semibold">{original.full_name}</Text>
        <Text color="fg.muted">{original.email}</Text>
      </>
    ),
  },
  {
    header: 'Code',
    id: 'code',
    cell: ({ row: { original } }) => (
      <Text fontFamily="mono" whiteSpace="nowrap">
        {original.code}
      </Text>
    ),
  },
  { header: 'Signed up', id: 'received', cell: ({ row: { original } }) => <Moment at={original.received_at} /> },
  { header: 'Waits for', id: 'state', cell: ({ row: { original } }) => <State signup={original} /> },
  {
    id: 'actions',
    cell: ({ row: { original } }) => original.account !== null && <InviteAgain signup={original} account={original.account} />,
  },
];

function Signups() {
  const [parameters] = useSearchParams();
  const signups = deskApi.useDeskSignupsQuery(Number(parameters.get('before')) || undefined);
  return (
    <Stack gap="6">
      <Text color="fg.muted" maxW="prose">
        People who signed up and were not here yet. An account that could not be made is tried again by itself; nothing is lost meanwhile.
      </Text>
      <AnsweredList
        answer={signups}
        what="the sign-ups"
        empty={<EmptyState title="Nobody waits">Everybody who signed up has been here.</EmptyState>}
        paging={{ size: DESK_PAGE, placeAfter: ({ id }) => String(id) }}
      >
        {(shown) => <DataTable caption="Sign-ups that wait, newest first" columns={COLUMNS} data={shown} rowId={({ id }) => String(id)} />}
      </AnsweredList>
    </Stack>
  );
}

function State({ signup: { account, attempts, next_attempt_at } }: { signup: WaitingSignup }) {
  if (account !== null) return <Badge>the first sign-in</Badge>;
  return (
    <>
      <Badge colorPalette="warning">the account</Badge>
      <Text color="fg.muted" mt="1">
        {`Tried ${attempts === 1 ? 'once' : `${attempts} times`}, next `}
        <Moment at={next_attempt_at} />
      </Text>
    </>
  );
}

function InviteAgain({ signup: { email }, account }: { signup: WaitingSignup; account: string }) {
  const [invite] = deskApi.useDeskInviteAgainMutation();
  return (
    <ConfirmButton
      title={`Invite again: ${email}`}
      colorPalette="accent"
      meaning={`${email} gets a mail with a new temporary password. The one before ends.`}
      done={`${email} is invited again.`}
      act={() => invite(account)}
    >
      Invite again
    </ConfirmButton>
  );
}
