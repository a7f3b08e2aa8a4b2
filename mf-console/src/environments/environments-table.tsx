import type { ColumnDef } from '@tanstack/react-table';
import type { ListedEnvironment } from '@site/release-model/registry-answers';
import { Badge, Flex, TextLink } from '@site/ui';
import { consoleAddress } from '../addresses';
import { ConfirmButton } from '../asking/confirm-button';
import { DataTable } from '../listing/data-table';
import { environmentsApi } from '../registry/environments.api';

export function EnvironmentsTable({ environments, mayChange }: { environments: ListedEnvironment[]; mayChange: boolean }) {
  const columns: ColumnDef<ListedEnvironment>[] = [
    {
      header: 'Name',
      accessorKey: 'name',
      cell: ({ row: { original } }) => (
        <Flex gap="2" wrap="wrap" align="center">
          <TextLink to={consoleAddress('environments', original.name)} fontWeight="semibold">
            {original.name}
          </TextLink>
          {original.lock && <Badge colorPalette="warning">locked</Badge>}
        </Flex>
      ),
    },
    {
      header: 'Live',
      accessorKey: 'revision',
      cell: ({ row: { original } }) => (original.revision === 0 ? 'nothing yet' : `revision ${original.revision}`),
    },
    { header: 'Approvals', id: 'approvals', cell: ({ row: { original } }) => original.rules.rules.approvals },
    { header: 'Freezes', id: 'freezes', cell: ({ row: { original } }) => original.rules.rules.freezes.length },
    { header: 'Rehearsal', id: 'rehearsal', cell: ({ row: { original } }) => original.rules.rules.rehearsal },
    { id: 'actions', cell: ({ row: { original } }) => mayChange && original.revision === 0 && <Remove name={original.name} /> },
  ];
  return <DataTable caption="Environments" columns={columns} data={environments} rowId={({ name }) => name} />;
}

function Remove({ name }: { name: string }) {
  const [remove] = environmentsApi.useConsoleRemoveEnvironmentMutation();
  return (
    <ConfirmButton
      title={`Remove ${name}`}
      meaning="Nothing was ever live there, and no edge will find it any more."
      typed={name}
      done={`${name} is removed.`}
      asksWhy="optional"
      act={(reason) => remove({ id: name, reason })}
    >
      Remove
    </ConfirmButton>
  );
}
