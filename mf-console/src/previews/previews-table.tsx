import type { ColumnDef } from '@tanstack/react-table';
import type { IssuedPreview } from '@site/release-model/registry-answers';
import { Badge, EmptyState, Text } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { Moment } from '../display/moment';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { previewsApi, PREVIEWS_PAGE } from '../registry/previews.api';
import { useSearchParams } from '../search-params';

interface PreviewsTableProps {
  environment: string;
  mayRevoke: boolean;
}

/** Links that have not expired. The links themselves nobody has but who made them, and those to whom they were given. */
export function PreviewsTable({ environment, mayRevoke }: PreviewsTableProps) {
  const before = Number(useSearchParams()[0].get('before')) || undefined;
  const previews = previewsApi.useConsolePreviewsQuery({ environment, before });
  return (
    <AnsweredList
      answer={previews}
      what="the previews"
      empty={<EmptyState title="No link is valid">Whoever has a link sees what it shows until it expires or is revoked.</EmptyState>}
      paging={{ size: PREVIEWS_PAGE, placeAfter: ({ number }) => String(number) }}
    >
      {(shown) => (
        <DataTable caption="Previews, newest first" columns={columnsOf(environment, mayRevoke)} data={shown} rowId={({ id }) => id} />
      )}
    </AnsweredList>
  );
}

const columnsOf = (environment: string, mayRevoke: boolean): ColumnDef<IssuedPreview>[] => [
  {
    header: 'Shows',
    id: 'subject',
    cell: ({ row: { original } }) => (
      <>
        <Text fontWeight="semibold">{original.subject}</Text>
        {original.reason !== null && <Text>{original.reason}</Text>}
      </>
    ),
  },
  {
    header: 'Made',
    id: 'made',
    cell: ({ row: { original } }) => (
      <>
        <Moment at={original.createdAt} /> {`by ${original.createdBy}`}
      </>
    ),
  },
  { header: 'Ends', id: 'ends', cell: ({ row: { original } }) => <Ending preview={original} /> },
  {
    id: 'actions',
    cell: ({ row: { original } }) => mayRevoke && original.revoked === null && <Revoke environment={environment} preview={original} />,
  },
];

function Ending({ preview: { revoked, expiresAt } }: { preview: IssuedPreview }) {
  if (revoked === null) return <Moment at={expiresAt} />;
  return (
    <>
      <Badge colorPalette="danger">revoked</Badge>
      <Text color="fg.muted" mt="1">
        <Moment at={revoked.at} /> {`by ${revoked.by}: ${revoked.reason}`}
      </Text>
    </>
  );
}

function Revoke({ environment, preview: { id, number, subject } }: { environment: string; preview: IssuedPreview }) {
  const [revoke] = previewsApi.useConsoleRevokePreviewMutation();
  return (
    <ConfirmButton
      title={`Revoke link ${number} to ${subject}`}
      meaning="Whoever has the link sees what everybody else sees, with the next page that they load. It cannot be given back; make another one."
      asksWhy
      done={`Link ${number} is revoked.`}
      act={(reason) => revoke({ environment, id, reason })}
    >
      Revoke
    </ConfirmButton>
  );
}
