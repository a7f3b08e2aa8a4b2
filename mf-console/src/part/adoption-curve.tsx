import type { Adoption } from '@site/release-model/registry-answers';
import { Box, chakra, Flex, Heading, Text } from '@site/ui';
import { Answered } from '../display/answered';
import { shareText } from '../display/figures';
import { exactTime, Moment } from '../display/moment';
import { registryApi } from '../registry/registry.api';

const HOURS = 24;
const [WIDTH, HEIGHT] = [600, 120];
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
  const shown = releases.flatMap((release, index) => {
    const color = COLORS[index];
    return color ? [{ ...release, color }] : [];
  });
  return (
    <>
      <Flex as="ul" role="list" listStyleType="none" ps="0" gap="5" wrap="wrap" mb="3" textStyle="sm">
        {shown.map(({ id, version, documents, color }) => (
          <Flex as="li" key={id} gap="2" align="center">
            <Box boxSize="3" borderRadius="l1" bg={color} aria-hidden="true" />
            {`${version}: ${shareText(documents / all)} of ${all.toLocaleString('en')} documents`}
          </Flex>
        ))}
      </Flex>
      <Text textStyle="xs" color="fg.muted" mb="1" aria-hidden="true">
        100% of documents
      </Text>
      <Box asChild w="full" h="32" borderWidth="1px" borderRadius="l2" bg="bg.panel">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary(times)}>
          {shown.map(({ id, version, color }) => (
            <Line key={id} stroke={color} points={pointsOf(times, version)} />
          ))}
        </svg>
      </Box>
      <Flex justify="space-between" gap="4" textStyle="xs" color="fg.muted" mt="1" aria-hidden="true">
        <span>{exactTime(times.at(0)?.at ?? '')}</span>
        {times.length > 1 && <span>{exactTime(times.at(-1)?.at ?? '')}</span>}
      </Flex>
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

const Line = chakra('polyline', { base: { fill: 'none', strokeWidth: '2.5', vectorEffect: 'non-scaling-stroke' } });

/** Its share of the documents of each time: from the left to the right, 100% at the top. */
function pointsOf(times: PartAdoption['times'], version: string): string {
  const [first, last] = [times.at(0), times.at(-1)].map((time) => Date.parse(time?.at ?? '')) as [number, number];
  const points = times.map(({ at, documents }) => {
    const all = Object.values(documents).reduce((sum, count) => sum + count, 0);
    const x = last === first ? WIDTH / 2 : ((Date.parse(at) - first) / (last - first)) * WIDTH;
    return [x, HEIGHT - 6 - ((documents[version] ?? 0) / all) * (HEIGHT - 12)] as const;
  });
  // One time alone is shown as a line as well.
  const drawn = points.length === 1 ? [0, WIDTH].map((x) => [x, points[0]?.[1] ?? HEIGHT] as const) : points;
  return drawn.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ');
}

const summary = (times: PartAdoption['times']): string =>
  `Share of the documents by release, from ${exactTime(times.at(0)?.at ?? '')} to ${exactTime(times.at(-1)?.at ?? '')}`;
