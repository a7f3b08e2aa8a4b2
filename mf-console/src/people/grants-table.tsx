import type { ColumnDef } from '@tanstack/react-table';
import type { Grant, Whoami } from '@site/release-model/registry-answers';
import { Badge, Text } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { DataTable } from '../listing/data-table';
import { Moment } from '../display/moment';
import { namesText } from '../display/names';
import { peopleApi } from '../registry/people.api';
import { describeGrant } from './describe-grant';
import { notManaged } from './managing';

export function GrantsTable({ grants, person }: { grants: Grant[]; person: Whoami }) {
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
    { id: 'actions', cell: ({ row: { original } }) => <Revocation grant={original} person={person} /> },
  ];
  return <DataTable caption="Grants" columns={columns} data={grants} rowId={({ id }) => id} />;
}

const nameOf = ({ name }: Grant['holder']): string => name ?? 'somebody without a handle';

function Revocation({ grant, person }: { grant: Grant; person: Whoami }) {
  const [revoke] = peopleApi.useConsoleRevokeGrantMutation();
  if (grant.state !== 'valid' || !person.verbs.includes('admin')) return null;
  const outside = notManaged(person, grant);
  // The buttons of its column stay in one line.
  if (outside !== null) return <Text textStyle="sm" color="fg.muted" whiteSpace="normal">{`You do not manage ${outside}`}</Text>;
  const holder = `${grant.holder.kind} ${nameOf(grant.holder)}`;
  return (
    <ConfirmButton
      title={`Revoke ${describeGrant(grant)}, of ${holder}`}
      meaning={`The ${holder} is no ${describeGrant(grant)} from now on. Plans of those who lose their right pause.`}
      done={`The grant of ${nameOf(grant.holder)} is revoked.`}
      asksWhy="optional"
      act={(reason) => revoke({ id: grant.id, reason })}
    >
      Revoke
    </ConfirmButton>
  );
}
