import type { DetailedDelivery } from '@site/release-model/webhook-answers';
import { Box, Heading, Stack, Text } from '@site/ui';
import { Answered } from '../display/answered';
import { exactTime } from '../display/moment';
import { webhooksApi } from '../registry/webhooks.api';

/** How often one is asked for that has no answer yet. */
const REFRESH_MS = 5_000;

/** One message: what was sent, and what was answered each time. */
export function DeliveryLog({ webhook, id }: { webhook: string; id: string }) {
  const delivery = { webhook, id };
  const { data: known } = webhooksApi.endpoints.consoleDelivery.useQueryState(delivery);
  const answer = webhooksApi.useConsoleDeliveryQuery(delivery, { pollingInterval: known?.state === 'pending' ? REFRESH_MS : 0 });
  return (
    <Box as="section" aria-labelledby="delivery" bg="bg.subtle" borderRadius="l3" p={{ base: '4', md: '6' }}>
      <Heading as="h3" id="delivery" size="md" mb="3" overflowWrap="anywhere">
        {id}
      </Heading>
      <Answered answer={answer} what="this delivery">
        {({ payload, log }) => (
          <Stack gap="4">
            <Box
              as="pre"
              tabIndex={0}
              role="region"
              aria-label="Body"
              overflowX="auto"
              maxH="80"
              p="3"
              textStyle="sm"
              fontFamily="mono"
              bg="bg.panel"
              borderWidth="1px"
              borderRadius="l2"
            >
              {indented(payload)}
            </Box>
            {log.length === 0 ? (
              <Text role="status">No attempt was made yet.</Text>
            ) : (
              <Stack as="ol" role="list" listStyleType="none" ps="0" gap="3" textStyle="sm" aria-label="Attempts">
                {log.map((attempt) => (
                  <Box as="li" key={attempt.at} overflowWrap="anywhere">
                    <Text fontWeight="semibold">{`${exactTime(attempt.at)}: ${describe(attempt)}`}</Text>
                    {attempt.answer && <Text color="fg.muted">{attempt.answer}</Text>}
                  </Box>
                ))}
              </Stack>
            )}
          </Stack>
        )}
      </Answered>
    </Box>
  );
}

const describe = ({ status, error, durationMs }: DetailedDelivery['log'][number]): string =>
  status === null ? `no answer: ${error}, after ${durationMs} ms` : `answered ${status} in ${durationMs} ms`;

/** The body is signed as one line; people read it in several. */
const indented = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2);
