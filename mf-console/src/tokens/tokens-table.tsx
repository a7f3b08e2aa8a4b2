import { useState } from 'react';
import type { ColumnDef } from '@tanstack/react-table';
import type { Token } from '@site/release-model/registry-answers';
import { Badge, Button, Text } from '@site/ui';
import { DataTable } from '../display/data-table';
import { Moment } from '../display/moment';
import { namesText } from '../display/names';
import { RevokeDialog } from './revoke-dialog';

export function TokensTable({ tokens }: { tokens: Token[] }) {
  const [revoking, revoke] = useState<Token | null>(null);
  const columns: ColumnDef<Token>[] = [
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
    { header: 'Last used', accessorKey: 'lastUsedOn', cell: ({ row: { original } }) => original.lastUsedOn ?? 'never' },
    {
      header: 'Expires',
      accessorKey: 'expiresAt',
      cell: ({ row: { original } }) => (original.expiresAt === null ? 'never' : <Moment at={original.expiresAt} />),
    },
    {
      id: 'actions',
      cell: ({ row: { original } }) =>
        original.state === 'valid' && (
          <Button size="sm" variant="outline" colorPalette="danger" aria-label={`Revoke ${original.name}`} onClick={() => revoke(original)}>
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable caption="Tokens" columns={columns} data={tokens} rowId={({ id }) => id} />
      {revoking && <RevokeDialog token={revoking} onClose={() => revoke(null)} />}
    </>
  );
}
