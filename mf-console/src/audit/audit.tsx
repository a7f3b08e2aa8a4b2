import type { AuditEntry } from '@site/release-model/registry-answers';
import type { ColumnDef } from '@tanstack/react-table';
import { EmptyState, Stack, Text } from '@site/ui';
import { Moment } from '../display/moment';
import type { ItemField } from '../editing/item-fields';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { FilterForm } from '../listing/filter-form';
import { AUDIT_PAGE, registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { Download } from './download';

const COLUMNS: ColumnDef<AuditEntry>[] = [
  { header: 'When', id: 'when', cell: ({ row: { original } }) => <Moment at={original.at} /> },
  { header: 'Who', id: 'who', cell: ({ row: { original } }) => original.actor },
  { header: 'What', id: 'what', cell: ({ row: { original } }) => <What entry={original} /> },
  { header: 'Where', id: 'where', cell: ({ row: { original } }) => original.environment ?? '' },
  { header: 'Revision', id: 'revision', cell: ({ row: { original } }) => revisionsOf(original) },
];

/** Exact names; the registry does it, over all entries. `environment` is that of the console, whatever is looked at here. */
const FILTERS: ItemField[] = [
  { name: 'actor', label: 'Who', kind: 'line', optional: true },
  { name: 'action', label: 'What', kind: 'line', optional: true },
  { name: 'where', label: 'Where', kind: 'line', optional: true },
];

/** Filters and place are in the address. */
export function Audit() {
  const [parameters] = useSearchParams();
  const before = Number(parameters.get('before')) || undefined;
  const [actor, action, environment] = FILTERS.map(({ name }) => parameters.get(name) || undefined);
  const filter = { actor, action, environment };
  const entries = registryApi.useConsoleAuditQuery({ ...filter, before });
  return (
    <Stack gap="6">
      <FilterForm fields={FILTERS} />
      <AnsweredList
        answer={entries}
        what="the audit"
        empty={<EmptyState title="There is no such entry" />}
        paging={{ size: AUDIT_PAGE, placeAfter: ({ id }) => String(id) }}
      >
        {(shown) => (
          <Stack gap="6">
            <DataTable caption="Audit, newest first" columns={COLUMNS} data={shown} rowId={({ id }) => String(id)} />
            <Download filter={filter} />
          </Stack>
        )}
      </AnsweredList>
    </Stack>
  );
}

function What({ entry: { action, subject, reason, details } }: { entry: AuditEntry }) {
  const message = typeof details?.message === 'string' ? details.message : null;
  return (
    <>
      <Text fontWeight="semibold">{[action, subject].filter(Boolean).join(' ')}</Text>
      {reason !== null && <Text>{reason}</Text>}
      {message !== null && <Text color="fg.muted">{message}</Text>}
    </>
  );
}

const revisionsOf = ({ fromRevision, toRevision }: AuditEntry): string =>
  toRevision === null ? '' : fromRevision === null ? String(toRevision) : `${fromRevision} to ${toRevision}`;
