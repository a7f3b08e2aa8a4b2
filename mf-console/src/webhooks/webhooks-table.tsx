import type { ColumnDef } from '@tanstack/react-table';
import type { Webhook } from '@site/release-model/webhook-answers';
import { Badge, Flex, Text, TextLink } from '@site/ui';
import { consoleAddress, useEnvironment } from '../addresses';
import { DataTable } from '../listing/data-table';
import { Moment } from '../display/moment';
import { namesText } from '../display/names';

export function WebhooksTable({ webhooks }: { webhooks: Webhook[] }) {
  const environment = useEnvironment();
  const columns: ColumnDef<Webhook>[] = [
    {
      header: 'Name',
      accessorKey: 'name',
      cell: ({ row: { original } }) => (
        <>
          <Flex gap="2" wrap="wrap" align="center">
            <TextLink to={consoleAddress(`webhooks/${original.name}`, environment)} fontWeight="semibold">
              {original.name}
            </TextLink>
            {original.disabled && <Badge colorPalette="warning">paused</Badge>}
          </Flex>
          {original.disabled && (
            <Text textStyle="sm" color="fg.muted">
              {original.disabled.reason} <Moment at={original.disabled.at} />
            </Text>
          )}
        </>
      ),
    },
    { header: 'Receiver', id: 'receiver', cell: ({ row: { original } }) => new URL(original.url).host },
    {
      header: 'Is told',
      id: 'events',
      cell: ({ row: { original } }) => namesText(original.events, 'everything'),
    },
    { header: 'Where', id: 'where', cell: ({ row: { original } }) => namesText(original.environments) },
    {
      header: 'Last delivered',
      accessorKey: 'lastDeliveredAt',
      cell: ({ row: { original } }) => (original.lastDeliveredAt === null ? 'never' : <Moment at={original.lastDeliveredAt} />),
    },
  ];
  return <DataTable caption="Webhooks" columns={columns} data={webhooks} rowId={({ name }) => name} />;
}
