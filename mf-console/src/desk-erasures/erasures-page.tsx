import type { Erasure } from '@site/contracts/api/desk-members';
import type { ColumnDef } from '@tanstack/react-table';
import { EmptyState, Stack, Text, TextLink } from '@site/ui';
import { deskAddress } from '../addresses';
import { deskApi, DESK_PAGE } from '../desk/desk.api';
import { exactTime, Moment } from '../display/moment';
import { DeskPage } from '../frame/desk-page';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { useSearchParams } from '../search-params';

export default function ErasuresPage() {
  return (
    <DeskPage title="Erasures">
      <Erasures />
    </DeskPage>
  );
}

const COLUMNS: ColumnDef<Erasure>[] = [
  {
    header: 'Member',
    accessorKey: 'full_name',
    cell: ({ row: { original } }) => (
      <>
        <TextLink to={deskAddress(`member/${original.id}`)}>{original.full_name}</TextLink>
        <Text color="fg.muted">{original.email}</Text>
      </>
    ),
  },
  { header: 'Due', accessorKey: 'deletion_due_at', cell: ({ row: { original } }) => exactTime(original.deletion_due_at) },
  { header: 'That is', id: 'relative', cell: ({ row: { original } }) => <Moment at={original.deletion_due_at} /> },
];

function Erasures() {
  const [parameters] = useSearchParams();
  const erasures = deskApi.useDeskErasuresQuery(parameters.get('after') ?? undefined);
  return (
    <Stack gap="6">
      <Text color="fg.muted" maxW="prose">
        Accounts that their owners want erased. It happens by itself when they are due; until then the owner can call it off.
      </Text>
      <AnsweredList
        answer={erasures}
        what="the erasures"
        empty={<EmptyState title="Nobody wants to be erased" />}
        paging={{ size: DESK_PAGE, parameter: 'after', placeAfter: ({ id }) => id }}
      >
        {(shown) => <DataTable caption="Erasures, the next one first" columns={COLUMNS} data={shown} rowId={({ id }) => id} />}
      </AnsweredList>
    </Stack>
  );
}
