import type { ColumnDef } from '@tanstack/react-table';
import type { Release } from '@site/release-model/registry-answers';
import type { Part } from '@site/release-model/target';
import { Badge, Flex, Text, TextLink } from '@site/ui';
import { consoleAddress } from '../addresses';
import { DataTable } from '../listing/data-table';
import { kilobytes } from '../display/figures';
import { Moment } from '../display/moment';

interface ReleasesTableProps {
  environment: string;
  releases: Release[];
  live: Part | undefined;
  /** Version of the one that is looked at below. */
  shown: string;
}

export function ReleasesTable({ environment, releases, live, shown }: ReleasesTableProps) {
  const columns: ColumnDef<Release>[] = [
    {
      header: 'Version',
      id: 'version',
      cell: ({ row: { original: release } }) => (
        <Flex gap="2" wrap="wrap" align="center">
          <TextLink
            to={consoleAddress(`part/${release.name}`, environment, { release: release.version })}
            fontWeight="semibold"
            {...(release.version === shown && { 'aria-current': 'true' as const })}
          >
            {release.version}
          </TextLink>
          {stateOf(release, live)}
        </Flex>
      ),
    },
    {
      header: 'Published',
      accessorKey: 'publishedAt',
      cell: ({ row: { original } }) => (
        <>
          <Moment at={original.publishedAt} /> by {original.publishedBy}
        </>
      ),
    },
    { header: 'Size', accessorKey: 'size', cell: ({ row: { original } }) => kilobytes(original.size) },
    {
      header: 'Remarks',
      id: 'remarks',
      cell: ({ row: { original } }) =>
        original.yanked && <Text>{`Yanked by ${original.yanked.by}${original.yanked.reason ? `: ${original.yanked.reason}` : ''}`}</Text>,
    },
  ];
  return <DataTable caption="Releases, newest first" columns={columns} data={releases} rowId={({ id }) => id} />;
}

function stateOf({ id, yanked }: Release, live: Part | undefined) {
  if (yanked) return <Badge colorPalette="danger">yanked</Badge>;
  if (live?.stable.id === id) return <Badge colorPalette="accent">live</Badge>;
  if (live?.candidate?.release.id === id) return <Badge colorPalette="info">candidate</Badge>;
  return live?.fallback?.id === id ? <Badge>fallback</Badge> : null;
}
