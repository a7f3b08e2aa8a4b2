import { useState } from 'react';
import type { ColumnDef } from '@tanstack/react-table';
import type { Grant, Whoami } from '@site/release-model/registry-answers';
import { Badge, Button, Text } from '@site/ui';
import { ConfirmDialog } from '../display/confirm-dialog';
import { DataTable } from '../display/data-table';
import { Moment } from '../display/moment';
import { namesText } from '../display/names';
import { peopleApi } from '../registry/people.api';
import { describeGrant } from './describe-grant';
import { notManaged } from './managing';

export function GrantsTable({ grants, person }: { grants: Grant[]; person: Whoami }) {
  const [revoking, revoke] = useState<Grant | null>(null);
  const columns: ColumnDef<Grant>[] = [
    {
      header: 'To',
      id: 'holder',
      accessorFn: ({ holder }) => nameOf(holder),
      cell: ({ row: { original } }) => (
        <>
          <Text as="span" color="fg.muted">
            {`${original.holder.kind} `}
          </Text>
          <Text as="span" fontWeight="semibold">
            {nameOf(original.holder)}
          </Text>{' '}
          {original.state !== 'valid' && <Badge>{original.state}</Badge>}
        </>
      ),
    },
    { header: 'Role', accessorKey: 'role' },
    { header: 'Parts', id: 'parts', cell: ({ row: { original } }) => namesText(original.parts) },
    { header: 'Where', id: 'where', cell: ({ row: { original } }) => namesText(original.environments) },
    {
      header: 'Granted',
      accessorKey: 'createdAt',
      cell: ({ row: { original } }) => (
        <>
          <Moment at={original.createdAt} /> by {original.createdBy}
        </>
      ),
    },
    {
      header: 'Ends',
      id: 'ends',
      cell: ({ row: { original } }) => (original.expiresAt === null ? 'when revoked' : <Moment at={original.expiresAt} />),
    },
    {
      id: 'actions',
      cell: ({ row: { original } }) => <Revocation grant={original} person={person} onRevoke={() => revoke(original)} />,
    },
  ];
  return (
    <>
      <DataTable caption="Grants" columns={columns} data={grants} rowId={({ id }) => id} />
      {revoking && <RevokeDialog grant={revoking} onClose={() => revoke(null)} />}
    </>
  );
}

const nameOf = ({ name }: Grant['holder']): string => name ?? 'somebody without a handle';

function Revocation({ grant, person, onRevoke }: { grant: Grant; person: Whoami; onRevoke: () => void }) {
  if (grant.state !== 'valid' || !person.verbs.includes('admin')) return null;
  const outside = notManaged(person, grant);
  if (outside !== null) return <Text textStyle="sm" color="fg.muted">{`You do not manage ${outside}`}</Text>;
  const what = `${describeGrant(grant)}, of ${grant.holder.kind} ${nameOf(grant.holder)}`;
  return (
    <Button size="sm" variant="outline" colorPalette="danger" aria-label={`Revoke ${what}`} onClick={onRevoke}>
      Revoke
    </Button>
  );
}

function RevokeDialog({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const [revoke, { error, isLoading }] = peopleApi.useConsoleRevokeGrantMutation();

  async function submit() {
    if (!(await revoke(grant.id)).error) onClose();
  }

  return (
    <ConfirmDialog
      title={`Revoke this grant of ${nameOf(grant.holder)}`}
      failure={error}
      isBusy={isLoading}
      onConfirmed={() => void submit()}
      onClose={onClose}
    >
      {`The ${grant.holder.kind} ${nameOf(grant.holder)} is no ${describeGrant(grant)} from now on. Plans of those who lose their right pause.`}
    </ConfirmDialog>
  );
}
