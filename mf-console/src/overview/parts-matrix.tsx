import type { ColumnDef } from '@tanstack/react-table';
import { memo, useDeferredValue } from 'react';
import { percent } from '@site/release-model/changes';
import type { Adoption, Health, Release, Remote } from '@site/release-model/registry-answers';
import type { Revision } from '@site/release-model/revision';
import { Badge, EmptyState, Flex, Skeleton, Stack, Text, TextLink } from '@site/ui';
import { consoleAddress } from '../addresses';
import { Answered } from '../display/answered';
import { DataTable } from '../listing/data-table';
import { perThousand, publishedText, shareText } from '../display/figures';
import { Moment } from '../display/moment';
import { TextBadge } from '../display/text-badge';
import { registryApi } from '../registry/registry.api';
import { releasesApi } from '../registry/releases.api';

/** Health and adoption are of the last hour. */
const HOURS = 1;
const REFRESH_MS = 60_000;

/** Which release of each part is live in which environment. */
export function PartsMatrix({ environments }: { environments: string[] }) {
  const remotes = releasesApi.useConsoleRemotesQuery(undefined);
  const columns: ColumnDef<Remote>[] = [
    { header: 'Part', accessorKey: 'name', cell: ({ row }) => <PartName part={row.original} /> },
    ...environments.map((environment): ColumnDef<Remote> => ({
      id: environment,
      header: environment,
      cell: ({ row }) => <LivePart environment={environment} name={row.original.name} />,
    })),
  ];
  return (
    <Answered answer={remotes} what="the parts">
      {(parts) =>
        parts.length === 0 ? (
          <EmptyState title="Nothing was published yet">A team publishes with npx release publish.</EmptyState>
        ) : (
          <DataTable caption="Live releases by part and environment" columns={columns} data={parts} rowId={({ name }) => name} />
        )
      }
    </Answered>
  );
}

const PartName = ({ part: { name, team } }: { part: Remote }) => (
  <>
    <TextLink to={consoleAddress(`part/${name}`, 'production')} fontWeight="semibold">
      {name}
    </TextLink>
    <Text color="fg.muted">{team}</Text>
  </>
);

/** What comes for all parts at once is drawn in pieces. */
function LivePart({ environment, name }: { environment: string; name: string }) {
  const { data: revision } = registryApi.useConsoleCurrentQuery(environment);
  const { data: releases } = releasesApi.useConsoleLiveReleasesQuery(environment);
  return <PartOf environment={environment} name={name} revision={useDeferredValue(revision)} releases={useDeferredValue(releases)} />;
}

interface PartOfProps {
  environment: string;
  name: string;
  revision: Revision | null | undefined;
  releases: Release[] | undefined;
}

const PartOf = memo(function PartOf({ environment, name, revision, releases }: PartOfProps) {
  if (revision === undefined) return <Skeleton textStyle="sm" h="1lh" width="24" />;
  const part = revision?.target.parts[name];
  if (!part) return <Text color="fg.muted">not live</Text>;
  const { stable, candidate, disabled } = part;
  const release = releases?.find(({ id }) => id === stable.id);
  return (
    <Stack gap="1">
      <Flex gap="2" wrap="wrap" align="center">
        <Text as="span" fontWeight="semibold">
          {stable.version}
        </Text>
        {candidate && <TextBadge colorPalette="info">{`${candidate.release.version} at ${percent(candidate.basisPoints)}`}</TextBadge>}
        {disabled && <Badge colorPalette="danger">switched off</Badge>}
      </Flex>
      {release && (
        <Text color="fg.muted">
          <Moment at={release.publishedAt} /> {publishedText(release)}
        </Text>
      )}
      <Measured environment={environment} name={name} stable={stable.id} candidate={candidate?.release.id} />
    </Stack>
  );
});

interface MeasuredProps {
  environment: string;
  name: string;
  /** Ids of releases. */
  stable: string;
  candidate: string | undefined;
}

/** How often it fails and who has it, of the last hour. */
function Measured({ environment, name, stable, candidate }: MeasuredProps) {
  const polling = { pollingInterval: REFRESH_MS };
  const { data: health } = registryApi.useConsoleHealthQuery({ environment, hours: HOURS }, polling);
  const { data: adoption } = registryApi.useConsoleAdoptionQuery({ environment, hours: HOURS }, polling);
  return (
    <Figures name={name} stable={stable} candidate={candidate} health={useDeferredValue(health)} adoption={useDeferredValue(adoption)} />
  );
}

interface FiguresProps extends Omit<MeasuredProps, 'environment'> {
  health: Health | undefined;
  adoption: Adoption | undefined;
}

const Figures = memo(function Figures({ name, stable, candidate, health, adoption }: FiguresProps) {
  const failures = (id: string | undefined) =>
    health?.find((part) => part.name === name)?.releases.find((release) => release.id === id)?.share ?? null;
  const counted = adoption?.parts.find((part) => part.name === name)?.releases ?? [];
  const all = counted.reduce((sum, { documents }) => sum + documents, 0);
  const own = counted.find(({ id }) => id === stable)?.documents ?? 0;
  const [ofStable, ofCandidate] = [failures(stable), failures(candidate)];
  const words = [
    ofStable !== null && `${perThousand(ofStable)} in 1000 failed`,
    ofCandidate !== null && `candidate ${perThousand(ofCandidate)}`,
    all > 0 && `${shareText(own / all)} of documents`,
  ].filter(Boolean);
  if (!health || !adoption) return null;
  return <Text color="fg.muted">{words.length > 0 ? words.join(', ') : 'no visits in the last hour'}</Text>;
});
