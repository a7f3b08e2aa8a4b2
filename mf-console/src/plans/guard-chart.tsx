/** What the guard of a plan goes by: how often the candidate and the stable release failed since the plan began, and from where on it is harm. */
import { describeGuard, type Guard, guardOfEach, leastHarmful, type Sample } from '@site/release-model/guard';
import type { PlanInJson } from '@site/release-model/plan';
import type { PlanHealth } from '@site/release-model/registry-answers';
import { Box, Heading, Stack, Text } from '@site/ui';
import { Answered } from '../display/answered';
import { perThousand, withCommas } from '../display/figures';
import { LineChart } from '../display/line-chart';
import { registryApi } from '../registry/registry.api';

/** Edges and browsers report all the time, and nobody announces a count. */
const REFRESH_MS = 15_000;
/** Air above the highest line, so that it is not the edge. */
const AIR = 1.25;
/** The upper edge is never less than one failure in 1000. */
const LEAST_TOP = 0.001;

export function GuardChart({ plan: { environment, id, guard } }: { plan: PlanInJson }) {
  const health = registryApi.useConsolePlanHealthQuery({ environment, id }, { pollingInterval: REFRESH_MS });
  return (
    <Stack gap="4" mt="2">
      <Answered answer={health} what="how often it fails">
        {({ parts }) =>
          parts.map((part) => (
            <Box key={part.name}>
              <Heading as="h3" size="sm" mb="2">
                {`${part.name}: failures in 1000 documents since the plan began`}
              </Heading>
              <PartChart part={part} guard={guard && guardOfEach(guard, parts.length)} />
            </Box>
          ))
        }
      </Answered>
      <Text textStyle="sm" color="fg.muted">
        {guard === null
          ? 'Nobody watches this plan.'
          : `The guard takes the candidate back when it fails more often than chance explains, ${describeGuard(guard)}.`}
      </Text>
    </Stack>
  );
}

type PartHealth = PlanHealth['parts'][number];
type Time = PartHealth['times'][number];

/** @param guard Of this part; null where nobody watches. */
function PartChart({ part: { candidate, stable, times }, guard }: { part: PartHealth; guard: Guard | null }) {
  const lines = [
    { color: 'info.solid', name: `${candidate.version}, candidate`, of: (time: Time) => time.candidate },
    { color: 'neutral.solid', name: `${stable.version}, stable`, of: (time: Time) => time.stable },
  ].map(({ color, name, of }) => ({
    color,
    legend: `${name}: ${inWords(times.at(-1), of)}`,
    values: valuesOf(times, (time) => shareOf(of(time))),
  }));
  const bound = guard && {
    color: 'danger.solid',
    isDashed: true,
    legend: boundInWords(times.at(-1), guard),
    values: valuesOf(times, (time) => boundAt(time, guard)),
  };
  const drawn = [...lines, ...(bound ? [bound] : [])];
  // The first documents fail all or not at all: what is drawn is what they have come to.
  const top = Math.max(LEAST_TOP, ...drawn.map(({ values }) => values.at(-1)?.value ?? 0)) * AIR;
  return (
    <LineChart
      summary="Failures of candidate and stable release"
      top={`${perThousand(top)} in 1000`}
      lines={drawn.map((line) => ({ ...line, values: line.values.map(({ at, value }) => ({ at, value: value / top })) }))}
    />
  );
}

/** Null without documents. A document may be older than its failure, and not among those that are counted. */
const shareOf = ({ documents, failures }: Sample): number | null => (documents === 0 ? null : Math.min(1, failures / documents));

/** The share of its documents from which on the candidate is taken back; null while there is none. */
function boundAt({ candidate, stable }: Time, guard: Guard): number | null {
  const failures = leastHarmful(candidate.documents, stable, guard);
  return failures === null ? null : failures / candidate.documents;
}

const valuesOf = (times: readonly Time[], valueAt: (time: Time) => number | null) =>
  times.flatMap((time) => {
    const value = valueAt(time);
    return value === null ? [] : [{ at: time.at, value }];
  });

function inWords(last: Time | undefined, of: (time: Time) => Sample): string {
  const share = last ? shareOf(of(last)) : null;
  return last && share !== null ? `${perThousand(share)} of ${withCommas(of(last).documents)} documents` : 'no documents';
}

function boundInWords(last: Time | undefined, guard: Guard): string {
  const bound = last ? boundAt(last, guard) : null;
  return bound === null ? 'The guard has no bound yet' : `The guard takes it back from ${perThousand(bound)} on`;
}
