import { deskActSchema, type DeskEvent } from '@site/contracts/api/desk-events';
import type { ColumnDef } from '@tanstack/react-table';
import { EmptyState, Stack, Text, TextLink } from '@site/ui';
import { deskAddress } from '../addresses';
import { deskApi, DESK_PAGE } from '../desk/desk.api';
import { Moment } from '../display/moment';
import { DeskPage } from '../frame/desk-page';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { FilterForm } from '../listing/filter-form';
import { useSearchParams } from '../search-params';
import { ChangedFields } from './changed-fields';

export default function EventsPage() {
  return (
    <DeskPage title="Events">
      <Events />
    </DeskPage>
  );
}

const COLUMNS: ColumnDef<DeskEvent>[] = [
  { header: 'When', id: 'when', cell: ({ row: { original } }) => <Moment at={original.at} /> },
  { header: 'Who', id: 'who', cell: ({ row: { original } }) => original.by },
  {
    header: 'What',
    id: 'what',
    cell: ({ row: { original } }) => (
      <>
        <Text fontWeight="semibold">{original.act}</Text>
        <Text color="fg.muted">
          <Target event={original} />
        </Text>
      </>
    ),
  },
  { header: 'Changed', id: 'changed', cell: ({ row: { original } }) => <ChangedFields event={original} /> },
];

/** What was written by its id; of a member with a link. */
function Target({ event: { act, target } }: { event: DeskEvent }) {
  if (target === null) return 'somebody who was erased';
  return /^(?:account|member)\./.test(act) ? <TextLink to={deskAddress(`member/${target}`)}>{target}</TextLink> : target;
}

const ACTS = [['', 'All'] as const, ...deskActSchema.options.map((act) => [act, act] as const)];

/** What the desk wrote, with before and after. Filters and place are in the address. */
function Events() {
  const [parameters] = useSearchParams();
  const act = deskActSchema.safeParse(parameters.get('act'));
  const asked = {
    act: act.success ? act.data : undefined,
    actor: parameters.get('actor') ?? undefined,
    target: parameters.get('target') ?? undefined,
    before: parameters.get('before') ?? undefined,
  };
  const events = deskApi.useDeskEventsQuery(asked);
  return (
    <Stack gap="6">
      <FilterForm
        fields={[
          { name: 'act', label: 'What', kind: 'choice', options: ACTS },
          { name: 'target', label: 'Id or code', kind: 'line', optional: true },
          { name: 'actor', label: 'Account id', kind: 'line', optional: true },
        ]}
      />
      <AnsweredList
        answer={events}
        what="the events"
        empty={
          <EmptyState title={Object.values(asked).some(Boolean) ? 'There is no such event' : 'Nothing was written yet'}>
            Each write of the desk leaves one.
          </EmptyState>
        }
        paging={{ size: DESK_PAGE, placeAfter: ({ id }) => String(id) }}
      >
        {(shown) => <DataTable caption="Events, newest first" columns={COLUMNS} data={shown} rowId={({ id }) => String(id)} />}
      </AnsweredList>
    </Stack>
  );
}
