import type { PlanInJson } from '@site/release-model/plan';
import { describeGuard, type Guard } from '@site/release-model/guard';
import { Box, Stack, Text } from '@site/ui';
import { perThousand } from '../display/figures';
import { registryApi } from '../registry/registry.api';

const HOURS = 1;

/** How often the candidate and the stable release failed in the last hour, side by side. */
export function GuardFigures({ plan: { environment, releases }, guard }: { plan: PlanInJson; guard: Guard | null }) {
  const { data: health } = registryApi.useConsoleHealthQuery({ environment, hours: HOURS }, { pollingInterval: 15_000 });
  const { data: current } = registryApi.useConsoleCurrentQuery(environment);
  if (!health) return null;
  return (
    <Stack gap="3" textStyle="sm">
      {Object.entries(releases).map(([name, { id, version }]) => {
        const counted = health.find((part) => part.name === name)?.releases ?? [];
        const stable = current?.target.parts[name]?.stable;
        const rows = [
          { label: `${version}, candidate`, figures: counted.find((release) => release.id === id), color: 'info.solid' },
          {
            label: `${stable?.version ?? ''}, stable`,
            figures: counted.find((release) => release.id === stable?.id),
            color: 'neutral.solid',
          },
        ];
        const most = Math.max(0.001, ...rows.map(({ figures }) => figures?.share ?? 0));
        return (
          <Box key={name}>
            <Text fontWeight="semibold">{`${name}: failures in 1000 documents, last hour`}</Text>
            {rows.map(({ label, figures, color }) => (
              <Box key={label} mt="1">
                <Text>
                  {`${label}: ${!figures || figures.share === null ? 'no documents' : `${perThousand(figures.share)} of ${figures.documents.toLocaleString('en')} documents`}`}
                </Text>
                <Box asChild w="full" h="2" display="block">
                  <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
                    <Box asChild fill="bg.muted">
                      <rect width="100" height="2" />
                    </Box>
                    <Box asChild fill={color}>
                      <rect width={((figures?.share ?? 0) / most) * 100} height="2" />
                    </Box>
                  </svg>
                </Box>
              </Box>
            ))}
          </Box>
        );
      })}
      <Text color="fg.muted">
        {guard === null
          ? 'Nobody watches this plan.'
          : `The guard takes the candidate back when it fails more often than chance explains, ${describeGuard(guard)}.`}
      </Text>
    </Stack>
  );
}
