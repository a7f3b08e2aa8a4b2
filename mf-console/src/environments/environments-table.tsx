import { useState } from 'react';
import type { ColumnDef } from '@tanstack/react-table';
import type { ListedEnvironment } from '@site/release-model/registry-answers';
import { Badge, Button, Flex, TextLink } from '@site/ui';
import { consoleAddress } from '../addresses';
import { ConfirmDialog } from '../display/confirm-dialog';
import { DataTable } from '../display/data-table';
import { environmentsApi } from '../registry/environments.api';

export function EnvironmentsTable({ environments, mayChange }: { environments: ListedEnvironment[]; mayChange: boolean }) {
  const [removing, remove] = useState<string | null>(null);
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
    {
      id: 'actions',
      cell: ({ row: { original } }) =>
        mayChange &&
        original.revision === 0 && (
          <Button
            size="sm"
            variant="outline"
            colorPalette="danger"
            aria-label={`Remove ${original.name}`}
            onClick={() => remove(original.name)}
          >
            Remove
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable caption="Environments" columns={columns} data={environments} rowId={({ name }) => name} />
      {removing !== null && <RemoveDialog name={removing} onClose={() => remove(null)} />}
    </>
  );
}

function RemoveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [remove, { error, isLoading }] = environmentsApi.useConsoleRemoveEnvironmentMutation();

  async function submit() {
    if (!(await remove(name)).error) onClose();
  }

  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      typed={name}
      failure={error}
      isBusy={isLoading}
      onConfirmed={() => void submit()}
      onClose={onClose}
    >
      Nothing was ever live there, and no edge will find it any more.
    </ConfirmDialog>
  );
}
