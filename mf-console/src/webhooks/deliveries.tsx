import type { ColumnDef } from '@tanstack/react-table';
import type { Delivery, Webhook } from '@site/release-model/webhook-answers';
import { Badge, Button, EmptyState, Stack, TextLink } from '@site/ui';
import { consoleAddress, useEnvironment } from '../addresses';
import { FailureNotice } from '../display/failure-notice';
import { Moment } from '../display/moment';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { DELIVERIES_PAGE, webhooksApi } from '../registry/webhooks.api';
import { useSearchParams } from '../search-params';
import { DeliveryLog } from './delivery-log';

const SHOWN = 'delivery';
const BEFORE = 'before';
const REFRESH_MS = 5_000;
const PALETTES = { pending: 'info', delivered: 'success', failed: 'danger' } as const;

/** Messages of the last 30 days. The one that is looked at is in the address. */
export function Deliveries({ webhook: { name, disabled } }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const [parameters] = useSearchParams();
  const before = Number(parameters.get(BEFORE)) || undefined;
  const shown = parameters.get(SHOWN);
  const deliveries = webhooksApi.useConsoleDeliveriesQuery({ webhook: name, before }, { pollingInterval: REFRESH_MS });
  const [redeliver, { error, isLoading }] = webhooksApi.useConsoleRedeliverMutation();

  return (
    <Stack gap="6">
      {error && <FailureNotice failure={error} />}
      <AnsweredList
        answer={deliveries}
        what="what it was told"
        empty={<EmptyState title={before === undefined ? 'It was told nothing in the last 30 days' : 'There is nothing older'} />}
        paging={{ size: DELIVERIES_PAGE, placeAfter: ({ number }) => String(number) }}
      >
        {(all) => (
          <DataTable
            caption="Deliveries, newest first"
            columns={columnsOf({
              addressOf: (id) =>
                consoleAddress(`webhooks/${name}`, environment, {
                  ...(before !== undefined && { [BEFORE]: String(before) }),
                  [SHOWN]: id,
                }),
              shown,
              ...(!disabled && { onRedeliver: (id: string) => !isLoading && void redeliver({ webhook: name, id }) }),
            })}
            data={all}
            rowId={({ id }) => id}
          />
        )}
      </AnsweredList>
      {shown !== null && <DeliveryLog key={shown} webhook={name} id={shown} />}
    </Stack>
  );
}

interface Columns {
  addressOf: (delivery: string) => string;
  shown: string | null;
  /** Absent where nothing is delivered. */
  onRedeliver?: (id: string) => void;
}

const columnsOf = ({ addressOf, shown, onRedeliver }: Columns): ColumnDef<Delivery>[] => [
  {
    header: 'Event',
    id: 'event',
    cell: ({ row: { original } }) => (
      <TextLink to={addressOf(original.id)} fontWeight="semibold" {...(original.id === shown && { 'aria-current': 'true' as const })}>
        {original.kind}
      </TextLink>
    ),
  },
  {
    header: 'State',
    id: 'state',
    cell: ({ row: { original } }) => <Badge colorPalette={PALETTES[original.state]}>{original.state}</Badge>,
  },
  { header: 'Attempts', id: 'attempts', cell: ({ row: { original } }) => original.attempts },
  { header: 'Happened', id: 'createdAt', cell: ({ row: { original } }) => <Moment at={original.createdAt} /> },
  {
    header: 'Next attempt',
    id: 'next',
    cell: ({ row: { original } }) => (original.nextAttemptAt === null ? '-' : <Moment at={original.nextAttemptAt} />),
  },
  {
    id: 'actions',
    cell: ({ row: { original } }) =>
      onRedeliver && (
        <Button size="sm" variant="outline" aria-label={`Send again: ${original.id}`} onClick={() => onRedeliver(original.id)}>
          Send again
        </Button>
      ),
  },
];
