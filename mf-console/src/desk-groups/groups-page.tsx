import { useState } from 'react';
import { peerGroupCreationSchema, peerGroupUpdateSchema, type PeerGroup } from '@site/contracts/api/desk';
import type { ColumnDef } from '@tanstack/react-table';
import { Badge, Button, EmptyState, Stack, Text, TextLink } from '@site/ui';
import { deskAddress } from '../addresses';
import { deskApi, DESK_PAGE } from '../desk/desk.api';
import { countedInWords } from '../display/figures';
import { ItemDialog } from '../editing/item-dialog';
import { useChosen } from '../editing/use-chosen';
import { DeskPage } from '../frame/desk-page';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { useSearchParams } from '../search-params';

export default function GroupsPage() {
  return (
    <DeskPage title="Peer groups">
      <Groups />
    </DeskPage>
  );
}

const columnsOf = (onChange: (group: PeerGroup) => void): ColumnDef<PeerGroup>[] => [
  { header: 'Name', accessorKey: 'name', cell: ({ row: { original } }) => <Text fontWeight="semibold">{original.name}</Text> },
  { header: 'Code', accessorKey: 'code', cell: ({ row: { original } }) => <Text fontFamily="mono">{original.code}</Text> },
  {
    header: 'Members',
    accessorKey: 'members',
    cell: ({ row: { original } }) => (
      <TextLink to={deskAddress('', { code: original.code })}>{`${countedInWords(original.members)} in ${original.code}`}</TextLink>
    ),
  },
  {
    header: 'Sign-up',
    id: 'open',
    cell: ({ row: { original } }) => (
      <Badge colorPalette={original.is_open ? 'success' : 'neutral'}>{original.is_open ? 'open' : 'closed'}</Badge>
    ),
  },
  {
    id: 'actions',
    cell: ({ row: { original } }) => (
      <Button size="sm" variant="outline" aria-label={`Change ${original.name}`} onClick={() => onChange(original)}>
        Change
      </Button>
    ),
  },
];

function Groups() {
  const [parameters] = useSearchParams();
  const [isAdding, setIsAdding] = useState(false);
  const groups = deskApi.useDeskPeerGroupsQuery(parameters.get('after') ?? undefined);
  const [changing, change] = useChosen(groups.data, ({ code }) => code);
  return (
    <Stack gap="6">
      <Button alignSelf="flex-start" onClick={() => setIsAdding(true)}>
        Add a peer group
      </Button>
      <AnsweredList
        answer={groups}
        what="the peer groups"
        empty={<EmptyState title="There is no peer group yet">The code of the first one opens the sign-up.</EmptyState>}
        paging={{ size: DESK_PAGE, parameter: 'after', placeAfter: ({ code }) => code }}
      >
        {(all) => <DataTable caption="Peer groups" columns={columnsOf(change)} data={all} rowId={({ code }) => code} />}
      </AnsweredList>
      {isAdding && <AddGroup onClose={() => setIsAdding(false)} />}
      {changing && <ChangeGroup group={changing} onClose={() => change(null)} />}
    </Stack>
  );
}

function AddGroup({ onClose }: { onClose: () => void }) {
  const [add] = deskApi.useDeskAddPeerGroupMutation();
  return (
    <ItemDialog
      keptAs="peer-group"
      title="Add a peer group"
      doIt="Add the group"
      done="The group is added. Its code opens the sign-up."
      fields={[
        { name: 'name', label: 'Name', kind: 'line' },
        { name: 'code', label: 'Code', kind: 'line', help: '2 to 10 letters, digits or dashes. It cannot be changed later.' },
      ]}
      schema={peerGroupCreationSchema}
      item={{ version: 0, values: { name: '', code: '' } }}
      save={add}
      onClose={onClose}
    />
  );
}

function ChangeGroup({ group: { code, name, is_open, version }, onClose }: { group: PeerGroup; onClose: () => void }) {
  const [save] = deskApi.useDeskSavePeerGroupMutation();
  return (
    <ItemDialog
      title={`Change ${name} (${code})`}
      doIt="Save the group"
      done={`${code} is saved.`}
      fields={[
        { name: 'name', label: 'Name', kind: 'line' },
        { name: 'is_open', label: 'People can sign up with the code', kind: 'switch', help: 'Members stay when it is closed.' },
      ]}
      schema={peerGroupUpdateSchema}
      item={{ version, values: { name, is_open } }}
      save={(input, seen) => save({ id: code, version: seen, input })}
      onClose={onClose}
    />
  );
}
