import type { ColumnDef } from '@tanstack/react-table';
import type { Health, Release } from '@site/release-model/registry-answers';
import type { Part } from '@site/release-model/target';
import { Badge, Flex, Text, TextLink } from '@site/ui';
import { DataTable } from '../listing/data-table';
import { kilobytes, perThousand, publishedText, withCommas } from '../display/figures';
import { Moment } from '../display/moment';
import { registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';

interface ReleasesTableProps {
  environment: string;
  releases: Release[];
  live: Part | undefined;
  /** Version of the one that is looked at below. */
  shown: string | undefined;
}

/** In the address, beside the place in the list. */
export const SHOWN = 'release';

/** Failures are of the last day. */
const HOURS = 24;

export function ReleasesTable({ environment, releases, live, shown }: ReleasesTableProps) {
  const { data: health } = registryApi.useConsoleHealthQuery({ environment, hours: HOURS }, { pollingInterval: 60_000 });
  const [parameters] = useSearchParams();
  const counted = new Map(health?.flatMap((part) => part.releases).map((release) => [release.id, release]));
  const to = (version: string) => {
    const query = new URLSearchParams(parameters);
    query.set(SHOWN, version);
    return `?${query}`;
  };
  const columns: ColumnDef<Release>[] = [
    {
      header: 'Version',
      id: 'version',
      cell: ({ row: { original: release } }) => (
        <Flex gap="2" wrap="wrap" align="center">
          <TextLink to={to(release.version)} fontWeight="semibold" {...(release.version === shown && { 'aria-current': 'true' as const })}>
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
          <Moment at={original.publishedAt} /> {publishedText(original)}
        </>
      ),
    },
    { header: 'Size', accessorKey: 'size', cell: ({ row: { original } }) => <Text whiteSpace="nowrap">{kilobytes(original.size)}</Text> },
    {
      header: 'Failures in the last day',
      id: 'failures',
      cell: ({ row: { original } }) => failuresOf(counted.get(original.id)),
    },
    {
      header: 'Remarks',
      id: 'remarks',
      cell: ({ row: { original } }) =>
        original.yanked && <Text>{`Yanked by ${original.yanked.by}${original.yanked.reason ? `: ${original.yanked.reason}` : ''}`}</Text>,
    },
  ];
  return <DataTable caption="Releases, newest first" columns={columns} data={releases} rowId={({ id }) => id} />;
}

function failuresOf(counted: Health[number]['releases'][number] | undefined): string {
  if (!counted || counted.share === null) return '';
  return `${perThousand(counted.share)} in 1000 of ${withCommas(counted.documents)} documents`;
}

function stateOf({ id, yanked }: Release, live: Part | undefined) {
  if (yanked) return <Badge colorPalette="danger">yanked</Badge>;
  if (live?.stable.id === id) return <Badge colorPalette="accent">live</Badge>;
  if (live?.candidate?.release.id === id) return <Badge colorPalette="info">candidate</Badge>;
  return live?.fallback?.id === id ? <Badge>fallback</Badge> : null;
}
