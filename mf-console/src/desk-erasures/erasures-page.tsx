import type { Erasure } from '@site/contracts/api/desk-members';
import type { ColumnDef } from '@tanstack/react-table';
import { EmptyState, Stack, Text, TextLink } from '@site/ui';
import { deskAddress } from '../addresses';
import { deskApi, DESK_PAGE } from '../desk/desk.api';
import { Answered } from '../display/answered';
import { DataTable } from '../display/data-table';
import { exactTime, Moment } from '../display/moment';
import { PageLinks } from '../editing/page-links';
import { DeskPage } from '../frame/desk-page';
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
      <Answered answer={erasures} what="the erasures">
        {(shown) => (
          <>
            {shown.length === 0 ? (
              <EmptyState title="Nobody wants to be erased" />
            ) : (
              <DataTable caption="Erasures, the next one first" columns={COLUMNS} data={shown} rowId={({ id }) => id} />
            )}
            <PageLinks
              parameter="after"
              labels={['First page', 'Next page']}
              next={shown.length === DESK_PAGE ? (shown.at(-1)?.id ?? null) : null}
            />
          </>
        )}
      </Answered>
    </Stack>
  );
}
