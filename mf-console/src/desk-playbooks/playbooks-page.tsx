import { useState } from 'react';
import type { DeskPlaybook } from '@site/contracts/api/desk';
import type { ColumnDef } from '@tanstack/react-table';
import { Badge, Button, EmptyState, Flex, Stack, Text } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { deskApi } from '../desk/desk.api';
import { countedInWords } from '../display/figures';
import { useChosen } from '../editing/use-chosen';
import { DeskPage } from '../frame/desk-page';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { PlaybookDialog } from './playbook-dialog';

export default function PlaybooksPage() {
  return (
    <DeskPage title="Playbooks">
      <Playbooks />
    </DeskPage>
  );
}

const columnsOf = (onChange: (playbook: DeskPlaybook) => void): ColumnDef<DeskPlaybook>[] => [
  { header: 'Name', accessorKey: 'name', cell: ({ row: { original } }) => <Text fontWeight="semibold">{original.name}</Text> },
  { header: 'Level', accessorKey: 'memberLevel' },
  { header: 'Needs', id: 'needs', cell: ({ row: { original } }) => needsOf(original) },
  { header: 'Followers', accessorKey: 'followers', cell: ({ row: { original } }) => countedInWords(original.followers) },
  {
    header: 'State',
    id: 'state',
    cell: ({ row: { original } }) => (
      <Badge colorPalette={original.is_listed ? 'success' : 'neutral'}>{original.is_listed ? 'listed' : 'withdrawn'}</Badge>
    ),
  },
  { id: 'actions', cell: ({ row: { original } }) => <Actions playbook={original} onChange={() => onChange(original)} /> },
];

function Playbooks() {
  const [isAdding, setIsAdding] = useState(false);
  const playbooks = deskApi.useDeskPlaybooksQuery(undefined);
  const [changing, change] = useChosen(playbooks.data, ({ id }) => id);
  return (
    <Stack gap="6">
      <Button alignSelf="flex-start" onClick={() => setIsAdding(true)}>
        Write a playbook
      </Button>
      <AnsweredList
        answer={playbooks}
        what="the playbooks"
        empty={<EmptyState title="There is no playbook yet">Visitors and members see the first one as soon as it is written.</EmptyState>}
      >
        {(all) => <DataTable caption="Playbooks" columns={columnsOf(change)} data={all} rowId={({ id }) => String(id)} />}
      </AnsweredList>
      {isAdding && <PlaybookDialog onClose={() => setIsAdding(false)} />}
      {changing && <PlaybookDialog playbook={changing} onClose={() => change(null)} />}
    </Stack>
  );
}

function Actions({ playbook, onChange }: { playbook: DeskPlaybook; onChange: () => void }) {
  const { id, name, version, followers } = playbook;
  const [remove] = deskApi.useDeskRemovePlaybookMutation();
  return (
    <Flex gap="2" wrap={{ base: 'wrap', md: 'nowrap' }} justify={{ md: 'flex-end' }}>
      <Button size="sm" variant="outline" aria-label={`Change ${name}`} onClick={onChange}>
        Change
      </Button>
      {followers === 0 && (
        <ConfirmButton
          title={`Remove ${name}`}
          meaning={`${name} is gone for everybody. Nobody follows it; to keep it out of sight only, withdraw it instead.`}
          done={`${name} is removed.`}
          act={() => remove({ id, version })}
        >
          Remove
        </ConfirmButton>
      )}
    </Flex>
  );
}

const needsOf = ({ needs_subscription, needs_rank }: DeskPlaybook): string =>
  [needs_subscription && 'a subscription', needs_rank && 'a rank'].filter(Boolean).join(', ') || 'nothing';
