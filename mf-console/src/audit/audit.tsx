import type { AuditEntry } from '@site/release-model/registry-answers';
import type { ColumnDef } from '@tanstack/react-table';
import { Button, ButtonLink, EmptyState, Flex, Stack, Text } from '@site/ui';
import { Answered } from '../display/answered';
import { DataTable } from '../display/data-table';
import { Moment } from '../display/moment';
import { AUDIT_PAGE, registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { AuditFilters, FILTERS } from './audit-filters';
import { csvOf, offerFile } from './csv';

const COLUMNS: ColumnDef<AuditEntry>[] = [
  { header: 'When', id: 'when', cell: ({ row: { original } }) => <Moment at={original.at} /> },
  { header: 'Who', id: 'who', cell: ({ row: { original } }) => original.actor },
  { header: 'What', id: 'what', cell: ({ row: { original } }) => <What entry={original} /> },
  { header: 'Where', id: 'where', cell: ({ row: { original } }) => original.environment ?? '' },
  { header: 'Revision', id: 'revision', cell: ({ row: { original } }) => revisionsOf(original) },
];

/** Filters and place are in the address. */
export function Audit() {
  const [parameters] = useSearchParams();
  const before = Number(parameters.get('before')) || undefined;
  const filter = Object.fromEntries(FILTERS.map((name) => [name, parameters.get(name) || undefined]));
  const entries = registryApi.useConsoleAuditQuery({ ...filter, before });
  return (
    <Stack gap="6">
      <AuditFilters />
      <Answered answer={entries} what="the audit">
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState title="There is no such entry" />
          ) : (
            <>
              <DataTable caption="Audit, newest first" columns={COLUMNS} data={shown} rowId={({ id }) => String(id)} />
              <Flex gap="3" wrap="wrap">
                {before !== undefined && (
                  <ButtonLink variant="outline" to={withPlace(parameters, null)}>
                    Newest
                  </ButtonLink>
                )}
                {shown.length === AUDIT_PAGE && (
                  <ButtonLink variant="outline" to={withPlace(parameters, shown.at(-1)?.id ?? null)}>
                    Older
                  </ButtonLink>
                )}
                <Button variant="ghost" onClick={() => offerFile('audit.csv', csvOf(shown))}>
                  Download these as CSV
                </Button>
              </Flex>
            </>
          )
        }
      </Answered>
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

function withPlace(parameters: URLSearchParams, before: number | null): string {
  const next = new URLSearchParams(parameters);
  next.delete('before');
  if (before !== null) next.set('before', String(before));
  return `?${next}`;
}
