import type { Member, MemberQuery } from '@site/contracts/api/desk-members';
import type { ColumnDef } from '@tanstack/react-table';
import { Badge, EmptyState, Stack, Text, TextLink } from '@site/ui';
import { deskAddress } from '../addresses';
import { deskApi, DESK_PAGE } from '../desk/desk.api';
import { DeskPage } from '../frame/desk-page';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { FilterForm } from '../listing/filter-form';
import { useSearchParams } from '../search-params';
import { SubscriptionState } from './subscription-state';

export default function MembersPage() {
  return (
    <DeskPage title="Members">
      <Members />
    </DeskPage>
  );
}

const SUBSCRIPTIONS = [
  ['', 'All'],
  ['active', 'Active'],
  ['ended', 'Ended'],
  ['none', 'None'],
] as const;
const ORDERS = [
  ['', 'Email'],
  ['rank', 'Tesserae, most first'],
] as const;

const COLUMNS: ColumnDef<Member>[] = [
  {
    header: 'Member',
    id: 'member',
    cell: ({ row: { original } }) => (
      <>
        <TextLink to={deskAddress(`member/${original.id}`)}>{original.full_name}</TextLink>
        <Text color="fg.muted">{original.email}</Text>
        {original.deletion_due_at !== null && <Badge colorPalette="warning">wants erasure</Badge>}
      </>
    ),
  },
  { header: 'Peer group', id: 'group', cell: ({ row: { original } }) => original.code ?? 'none' },
  { header: 'Tesserae', id: 'rank', cell: ({ row: { original } }) => original.tessera_rank },
  {
    header: 'Subscription ends',
    id: 'subscription',
    cell: ({ row: { original } }) => <SubscriptionState until={original.subscription_until} />,
  },
  { header: 'Demos', id: 'demos', cell: ({ row: { original } }) => original.demos.length },
];

/** Filters, order and place are in the address; the server does it, over all members. */
function Members() {
  const [parameters] = useSearchParams();
  const asked = Object.fromEntries(parameters) as MemberQuery;
  const { search, code, subscription, order, after } = asked;
  const members = deskApi.useDeskMembersQuery({ search, code, subscription, order, after });
  const { data: groups = [] } = deskApi.useDeskPeerGroupNamesQuery(undefined);
  return (
    <Stack gap="6">
      <FilterForm
        fields={[
          { name: 'search', label: 'Name or email', kind: 'line', help: 'How words of it begin', optional: true },
          {
            name: 'code',
            label: 'Peer group',
            kind: 'choice',
            options: [['', 'All'], ...groups.map((group) => [group.code, `${group.name} (${group.code})`] as const)],
          },
          { name: 'subscription', label: 'Subscription', kind: 'choice', options: SUBSCRIPTIONS },
          { name: 'order', label: 'Order', kind: 'choice', options: ORDERS },
        ]}
      />
      <AnsweredList
        answer={members}
        what="the members"
        empty={<EmptyState title="There is no such member">A member is made when an account is used for the first time.</EmptyState>}
        paging={{ size: DESK_PAGE, parameter: 'after', placeAfter: ({ id }) => id }}
      >
        {(shown) => <DataTable caption="Members" columns={COLUMNS} data={shown} rowId={({ id }) => id} />}
      </AnsweredList>
    </Stack>
  );
}
