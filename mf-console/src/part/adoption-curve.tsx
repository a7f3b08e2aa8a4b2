import type { Adoption } from '@site/release-model/registry-answers';
import { Box, Heading, Text } from '@site/ui';
import { Answered } from '../display/answered';
import { shareText, withCommas } from '../display/figures';
import { LineChart } from '../display/line-chart';
import { Moment } from '../display/moment';
import { registryApi } from '../registry/registry.api';

const HOURS = 24;
/** Roles of the design system, told apart also by their order in the legend. */
const COLORS = ['accent.solid', 'warning.solid', 'success.solid', 'info.solid', 'danger.solid'] as const;

/** Which releases of a part the documents of the last day had. */
export function AdoptionCurve({ environment, part }: { environment: string; part: string }) {
  const adoption = registryApi.useConsoleAdoptionQuery({ environment, hours: HOURS, part }, { pollingInterval: 60_000 });
  return (
    <Box as="section" aria-labelledby="adoption">
      <Heading as="h2" id="adoption" size="xl" mb="4">
        Adoption in the last day
      </Heading>
      <Answered answer={adoption} what="the adoption">
        {({ parts }) => {
          const own = parts.find(({ name }) => name === part);
          return own && own.releases.length > 0 ? (
            <Curve part={own} />
          ) : (
            <Text color="fg.muted">{`Nobody visited ${environment} in the last day.`}</Text>
          );
        }}
      </Answered>
    </Box>
  );
}

type PartAdoption = Adoption['parts'][number];

function Curve({ part: { releases, times, promotion } }: { part: PartAdoption }) {
  const all = releases.reduce((sum, { documents }) => sum + documents, 0);
  const lines = releases.slice(0, COLORS.length).map(({ version, documents }, index) => ({
    color: COLORS[index] ?? 'fg',
    legend: `${version}: ${shareText(documents / all)} of ${withCommas(all)} documents`,
    values: times.map((time) => ({ at: time.at, value: (time.documents[version] ?? 0) / countedAt(time) })),
  }));
  return (
    <>
      <LineChart summary="Share of the documents by release" top="100% of documents" lines={lines} />
      {promotion && (
        <Text mt="3" textStyle="sm" color="fg.muted">
          {`${promotion.version} became live with revision ${promotion.revision}, `}
          <Moment at={promotion.at} />
          {promotion.reachedWithinSeconds === null
            ? '; fewer than 99% of the documents had it so far.'
            : `; 99% of the documents had it ${promotion.reachedWithinSeconds} seconds later.`}
        </Text>
      )}
    </>
  );
}

const countedAt = ({ documents }: PartAdoption['times'][number]): number => Object.values(documents).reduce((sum, count) => sum + count, 0);
