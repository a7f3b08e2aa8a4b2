/** Lines over time. A picture for the eye; whoever shows it also says its figures in words, in the legend. */
import { Box, chakra, Flex } from '@site/ui';
import { exactTime } from './moment';

const [WIDTH, HEIGHT, MARGIN] = [600, 120, 6];

export interface ChartLine {
  /** A role of the design system, such as `accent.solid`. */
  color: string;
  isDashed?: boolean;
  /** What it is and where it is now. */
  legend: string;
  /** By time, each 0 at the bottom to 1 at the top; what lies beyond is drawn at the edge. */
  values: readonly { at: string; value: number }[];
}

interface LineChartProps {
  /** What is drawn, for who does not see it. */
  summary: string;
  /** What the upper edge stands for. */
  top: string;
  lines: readonly ChartLine[];
}

export function LineChart({ summary, top, lines }: LineChartProps) {
  const times = lines.flatMap(({ values }) => values.map(({ at }) => Date.parse(at)));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return (
    <>
      <Flex as="ul" role="list" listStyleType="none" ps="0" columnGap="5" rowGap="1" wrap="wrap" mb="3" textStyle="sm">
        {lines.map(({ legend, color, isDashed }) => (
          <Flex as="li" key={legend} gap="2" align="center">
            <Box asChild w="5" h="3" flexShrink="0">
              <svg viewBox="0 0 20 12" aria-hidden="true">
                <Line stroke={color} points="0,6 20,6" {...dashes(isDashed)} />
              </svg>
            </Box>
            {legend}
          </Flex>
        ))}
      </Flex>
      {times.length > 0 && (
        <>
          <Box textStyle="xs" color="fg.muted" mb="1" aria-hidden="true">
            {top}
          </Box>
          <Box asChild w="full" h="32" borderWidth="1px" borderRadius="l2" bg="bg.panel">
            <svg
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={`${summary}, from ${textOf(first)} to ${textOf(last)}`}
            >
              {lines.map(({ legend, color, isDashed, values }) => (
                <Line key={legend} stroke={color} points={pointsOf(values, first, last)} {...dashes(isDashed)} />
              ))}
            </svg>
          </Box>
          <Flex justify="space-between" gap="4" textStyle="xs" color="fg.muted" mt="1" aria-hidden="true">
            <span>{textOf(first)}</span>
            {last > first && <Box textAlign="end">{textOf(last)}</Box>}
          </Flex>
        </>
      )}
    </>
  );
}

const Line = chakra('polyline', { base: { fill: 'none', strokeWidth: '2.5', vectorEffect: 'non-scaling-stroke' } });

const dashes = (isDashed = false) => (isDashed ? { strokeDasharray: '6 4' } : {});

const textOf = (time: number): string => exactTime(new Date(time).toISOString());

function pointsOf(values: ChartLine['values'], first: number, last: number): string {
  const points = values.map(({ at, value }) => {
    const x = last === first ? WIDTH / 2 : ((Date.parse(at) - first) / (last - first)) * WIDTH;
    return [x, HEIGHT - MARGIN - Math.min(1, Math.max(0, value)) * (HEIGHT - 2 * MARGIN)] as const;
  });
  // One time alone is shown as a line as well.
  const drawn = first === last ? points.flatMap(([, y]) => [0, WIDTH].map((x) => [x, y] as const)) : points;
  return drawn.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ');
}
