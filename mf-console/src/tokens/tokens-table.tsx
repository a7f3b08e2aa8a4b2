import type { ColumnDef } from '@tanstack/react-table';
import type { Token } from '@site/release-model/registry-answers';
import { Badge, Text } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { Day, Moment } from '../display/moment';
import { namesText } from '../display/names';
import { DataTable } from '../listing/data-table';
import { registryApi } from '../registry/registry.api';

const COLUMNS: ColumnDef<Token>[] = [
  {
    header: 'Name',
    accessorKey: 'name',
    cell: ({ row: { original } }) => (
      <>
        <Text as="span" fontWeight="semibold" me="2">
          {original.name}
        </Text>
        {original.state !== 'valid' && <Badge>{original.state}</Badge>}
      </>
    ),
  },
  { header: 'May', id: 'may', cell: ({ row: { original } }) => original.verbs.join(', ') },
  { header: 'Parts', id: 'parts', cell: ({ row: { original } }) => namesText(original.parts) },
  { header: 'Where', id: 'where', cell: ({ row: { original } }) => namesText(original.environments) },
  {
    header: 'Last used',
    accessorKey: 'lastUsedOn',
    cell: ({ row: { original } }) => (original.lastUsedOn === null ? 'never' : <Day date={original.lastUsedOn} />),
  },
  {
    header: 'Expires',
    accessorKey: 'expiresAt',
    cell: ({ row: { original } }) => (original.expiresAt === null ? 'never' : <Moment at={original.expiresAt} />),
  },
  { id: 'actions', cell: ({ row: { original } }) => original.state === 'valid' && <Revoke token={original} /> },
];

export const TokensTable = ({ tokens }: { tokens: Token[] }) => (
  <DataTable caption="Tokens" columns={COLUMNS} data={tokens} rowId={({ id }) => id} />
);

function Revoke({ token: { id, name } }: { token: Token }) {
  const [revoke] = registryApi.useConsoleRevokeTokenMutation();
  return (
    <ConfirmButton
      title={`Revoke ${name}`}
      meaning="Whoever uses it is refused from now on, and its plans pause. This cannot be undone."
      typed={name}
      done={`${name} is revoked.`}
      asksWhy="optional"
      act={(reason) => revoke({ id, reason })}
    >
      Revoke
    </ConfirmButton>
  );
}
