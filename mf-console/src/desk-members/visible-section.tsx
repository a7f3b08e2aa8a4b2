import type { MemberDetails, PlaybookState } from '@site/contracts/api/desk-members';
import type { ColumnDef } from '@tanstack/react-table';
import { Badge, Box, Heading, Text } from '@site/ui';
import { DataTable } from '../listing/data-table';

type Visible = MemberDetails['playbooks'][number];

const STATES: Record<PlaybookState, { label: string; palette: string; why: string }> = {
  available: { label: 'available', palette: 'success', why: 'The member reads all of it and can follow it.' },
  locked: { label: 'locked', palette: 'neutral', why: 'It needs an active subscription, which the member does not have.' },
  evaluating: { label: 'evaluating', palette: 'warning', why: 'It needs a rank, and the member has no tessera yet.' },
};

const COLUMNS: ColumnDef<Visible>[] = [
  { header: 'Playbook', id: 'name', cell: ({ row: { original } }) => original.name },
  {
    header: 'State',
    id: 'state',
    cell: ({ row: { original } }) => <Badge colorPalette={STATES[original.state].palette}>{STATES[original.state].label}</Badge>,
  },
  { header: 'Why', id: 'why', cell: ({ row: { original } }) => STATES[original.state].why },
  {
    header: 'Role',
    id: 'role',
    cell: ({ row: { original } }) => (original.role === 'produce' ? 'producer' : original.role ? 'joiner' : 'not following'),
  },
];

/** What the member may see, and why. */
export function VisibleSection({ member: { playbooks } }: { member: MemberDetails }) {
  return (
    <Box as="section" aria-labelledby="visible">
      <Heading as="h2" id="visible" size="xl" mb="2">
        What this member sees
      </Heading>
      {playbooks.length === 0 ? (
        <Text color="fg.muted">There is no playbook yet.</Text>
      ) : (
        <DataTable caption="Playbooks as this member sees them" columns={COLUMNS} data={playbooks} rowId={({ id }) => String(id)} />
      )}
    </Box>
  );
}
